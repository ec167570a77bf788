import type { Bash } from 'just-bash/browser';
import type { ScriptNode } from './ast.ts';
import type { Deadlines } from './deadlines.ts';
import type { LiveDevice } from './liveDevice.ts';
import { StreamTransform, type TransformHooks } from './transform.ts';

type TransformPlugin = Parameters<Bash['registerTransformPlugin']>[0];

export interface StreamPluginOptions extends TransformHooks {
  readonly live: LiveDevice;
  readonly deadlines: Deadlines;
  /** Off: scripts are left as they are. */
  readonly streams: boolean;
  /** Called with the script of the job itself (not of a nested `bash -c`), before it is transformed. */
  readonly onMainScript: (script: ScriptNode) => void;
}

/** Makes every script of an interpreter stream: the job's own and those that commands run inside it. */
export function createStreamPlugin(options: StreamPluginOptions): TransformPlugin {
  const { live, deadlines, onFunction, atExit } = options;
  const main = new StreamTransform(live, deadlines, { onFunction, atExit });
  // A nested shell is a process of its own: what it defines and how it exits is not carried.
  const nested = new StreamTransform(live, deadlines, { onFunction() {}, atExit: null });
  let isMain = true;
  return {
    name: 'stream',
    transform({ ast }) {
      const transform = isMain ? main : nested;
      if (isMain) options.onMainScript(ast);
      isMain = false;
      const route = live.takeScript();
      if (options.streams) transform.script(ast, route);
      return { ast };
    },
  };
}
