import { fileURLToPath } from 'node:url';
import { bundleGuestScript } from '../../../../../../src/guest/embedded/build/guestBundles.ts';
import type { ModuleFactory, NodeSystem } from '../../../../../../src/guest/embedded/node/system.ts';
import { type SystemParts, testSystem } from './testSystem.ts';

const entry = fileURLToPath(
  new URL('../../../../../../src/guest/embedded/node/modules/index.ts', import.meta.url),
);

/**
 * The library as it is bundled for the guest: `readable-stream` stands on the guest's own events and buffers
 * only there.
 */
export async function bundledSystem(parts: SystemParts = {}): Promise<NodeSystem> {
  const code = await bundleGuestScript(entry, { minify: false, usesJustBash: false });
  const load = new Function(`${code};return spillwayGuest;`) as () => {
    libraryModules: Record<string, ModuleFactory>;
  };
  return testSystem(parts, load().libraryModules);
}
