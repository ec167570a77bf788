import type { AccountKind } from '../../core/index.ts';
import type { BarSeries } from '../kit/stackedBars.ts';
import { kinds } from '../words/tokens.ts';

/** Ink and texture of each kind: families share an ink (head, talk, output, harness), and differ in texture. */
const looks: Readonly<Record<AccountKind, Pick<BarSeries, 'ink' | 'texture'>>> = {
  system: { ink: '--ink-soft', texture: 'hollow' },
  tools: { ink: '--ink-soft', texture: 'dots' },
  user: { ink: '--ok', texture: 'solid' },
  answer: { ink: '--ok', texture: 'lines' },
  reasoning: { ink: '--ok', texture: 'dots' },
  call: { ink: '--ok', texture: 'hollow' },
  result: { ink: '--accent', texture: 'solid' },
  preview: { ink: '--accent', texture: 'lines' },
  notice: { ink: '--harness', texture: 'solid' },
  words: { ink: '--harness', texture: 'lines' },
  reread: { ink: '--bad', texture: 'lines' },
};

export function kindSeries(kind: AccountKind): BarSeries {
  return { key: kind, title: kinds[kind].title, ...looks[kind] };
}
