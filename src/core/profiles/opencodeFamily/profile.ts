import type { Profile, ProfileContext } from '../../contract/index.ts';
import { systemPrompt } from '../shared/toolTexts.ts';
import { lineLimits, readEraOption, readPageSettings } from './common.ts';
import type { LineCutLimits } from './lineCut.ts';
import { readPagePieces } from './readPage.ts';
import { toolInput, toolTexts } from './toolTexts.ts';

/** What one of opencode's forms has of its own. */
export type OpencodeForm = Pick<
  Profile,
  'id' | 'title' | 'about' | 'quirks' | 'limits' | 'options' | 'savedFolders' | 'save' | 'present'
> & {
  /** What the model is told beforehand of a long output. */
  outputRule(limits: LineCutLimits): string;
};

/** One of opencode's forms with what all have: tools, a page of a file, a kill at the timeout. */
export function opencodeProfile({ outputRule, present, ...form }: OpencodeForm): Profile {
  const page: Profile['presentRead'] = (read, _record, text, ctx) =>
    readPagePieces(read, text, readPageSettings(ctx));
  return {
    ...form,
    version: 1,
    options: [...form.options, readEraOption],
    cleaner: 'none',
    onTimeout: 'kill',
    systemPrompt,
    tools: (ctx: ProfileContext) => toolTexts(ctx, { outputRule: outputRule(lineLimits(ctx, 'bash')) }),
    toolInput,
    present: (record, text, ctx) =>
      record.facts?.kind === 'read-page'
        ? page(record.facts.page, record, text, ctx)
        : present(record, text, ctx),
    presentRead: page,
  };
}
