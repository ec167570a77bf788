import { demoModel } from '../../agent/index.ts';
import type { ModelRef } from '../../core/index.ts';
import * as words from '../words/app.ts';

export interface ModelGroup {
  readonly title: string;
  readonly models: readonly ModelRef[];
}

/** The models that need no key and no network. */
export const LOCAL_MODELS: ModelGroup = {
  title: words.withoutKey,
  models: [demoModel, { provider: 'parrot', model: 'parrot' }],
};

/** A few models of each provider; the catalog is no part of the first load. */
export async function networkModelChoices(): Promise<readonly ModelGroup[]> {
  const { PROVIDERS } = await import('../../models/index.ts');
  return PROVIDERS.filter((provider) => provider.models.length > 0).map((provider) => ({
    title: provider.title,
    models: provider.models.map((model) => ({ provider: provider.id, model })),
  }));
}

export function modelTitle(model: ModelRef): string {
  if (model.provider === 'scripted')
    return model.model === demoModel.model ? words.scripted : words.ownScript;
  if (model.provider === 'parrot') return words.parrot;
  return model.model;
}
