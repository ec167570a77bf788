import type { Bash } from 'just-bash/browser';
import type { ScriptNode } from './ast.ts';
import type { LiveDevice } from './liveDevice.ts';
import { type FunctionListener, StreamTransform } from './transform.ts';

type TransformPlugin = Parameters<Bash['registerTransformPlugin']>[0];

export interface StreamPluginOptions {
  readonly live: LiveDevice;
  readonly onFunction: FunctionListener;
  /** Called with the script of the job itself (not of a nested `bash -c`), before it is transformed. */
  readonly onMainScript: (script: ScriptNode) => void;
}

/** Makes every script of an interpreter stream: the job's own and those that commands run inside it. */
export function createStreamPlugin(options: StreamPluginOptions): TransformPlugin {
  const transform = new StreamTransform(options.live, options.onFunction);
  let main = true;
  return {
    name: 'stream',
    transform({ ast }) {
      if (main) {
        main = false;
        options.onMainScript(ast);
      }
      transform.script(ast, options.live.takeScript());
      return { ast };
    },
  };
}
