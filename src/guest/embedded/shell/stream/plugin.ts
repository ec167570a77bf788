import type { Bash } from 'just-bash/browser';
import type { BackgroundStatements } from '../jobs/backgroundStatements.ts';
import { inOneStatement, rewriteTraps, usesTraps } from '../trapScripts.ts';
import type { Traps } from '../traps.ts';
import {
  type PipelineNode,
  pipelineOf,
  type ScriptNode,
  type SimpleCommandNode,
  type StatementNode,
} from './ast.ts';
import type { Deadlines } from './deadlines.ts';
import type { Evaluations } from './evaluated.ts';
import type { LiveDevice } from './liveDevice.ts';
import { rewriteSelects } from './select.ts';
import { Stage } from './stage.ts';
import { StreamTransform, type TransformHooks } from './transform.ts';

type TransformPlugin = Parameters<Bash['registerTransformPlugin']>[0];

interface StreamPluginOptions {
  readonly live: LiveDevice;
  readonly deadlines: Deadlines;
  readonly traps: Traps;
  readonly jobs: BackgroundStatements;
  readonly evaluations: Evaluations;
  /** Off: scripts are left as they are. */
  readonly streams: boolean;
  readonly onFunction: TransformHooks['onFunction'];
  /** Every script, and every definition in one, with those of shells inside the job's own. */
  readonly onScript: (script: ScriptNode) => void;
  readonly onAnyFunction: TransformHooks['onFunction'];
  /** Called with the script of the job itself (not of a nested `bash -c`), before it is transformed. */
  readonly onMainScript: (script: ScriptNode, ending: readonly PipelineNode[]) => void;
  /** What an `exit` of the job's own shell becomes. */
  readonly atMainExit: (exit: SimpleCommandNode, ending: readonly PipelineNode[]) => StatementNode;
}

/** Makes every script of an interpreter stream: the job's own and those that commands run inside it. */
export function createStreamPlugin(options: StreamPluginOptions): TransformPlugin {
  const { deadlines, traps, evaluations, onFunction } = options;
  let isMain = true;
  return {
    name: 'stream',
    transform(given) {
      const { ast } = given;
      options.onScript(ast);
      rewriteSelects(ast.statements);
      options.jobs.rewrite(ast);
      const hasTraps = usesTraps(ast);
      const ending = (exit?: SimpleCommandNode) => (hasTraps ? traps.end(null, exit?.args[0] ?? null) : []);
      const route = (stageOf(given) ?? options).live.takeScript();
      const stream = (script: ScriptNode) => {
        if (options.streams) new StreamTransform({ deadlines, evaluations, hooks }).script(script, route);
      };
      if (hasTraps) rewriteTraps(ast, () => traps.begin(stream, 'subshell'));
      const onReturningCall = (prepare: (statements: readonly StatementNode[]) => void) =>
        traps.prepareReturnWith(prepare);
      let hooks: TransformHooks;
      if (isMain) {
        traps.prepareMainWith(stream);
        options.onMainScript(ast, hasTraps ? traps.end(0, null) : []);
        hooks = { onFunction, onReturningCall, atExit: (exit) => options.atMainExit(exit, ending(exit)) };
      } else {
        // A nested shell is a process of its own: what it defines and how it exits is not carried.
        if (hasTraps) {
          const { id, statements } = traps.begin(stream, 'script');
          ast.statements = [...statements, ...ast.statements, inOneStatement(traps.end(id, null))];
        }
        const atExit = (exit: SimpleCommandNode) => inOneStatement([...ending(exit), pipelineOf(exit)]);
        hooks = { onFunction: options.onAnyFunction, onReturningCall, atExit: hasTraps ? atExit : null };
      }
      isMain = false;
      stream(ast);
      return { ast };
    },
  };
}

/** The stage whose command runs the script, null for the job's own shell (`build/streamPatches.ts`, 7). */
function stageOf(given: object): Stage | null {
  return 'stage' in given && given.stage instanceof Stage ? given.stage : null;
}
