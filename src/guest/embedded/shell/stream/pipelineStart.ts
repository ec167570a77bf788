import type { ExecResult } from 'just-bash/browser';
import {
  type CommandNode,
  groupOf,
  type PipelineNode,
  type ScriptNode,
  type StreamedSubstitution,
  stagePipePath,
} from './ast.ts';
import { ByteChannel } from './byteChannel.ts';
import { ByteSource, type Sources } from './byteSource.ts';
import type { Interpreter } from './interpreter.ts';
import type { StagePipe } from './liveDevice.ts';

/** One stage of a pipeline: what it runs, what it reads and where it writes; null at the ends of the pipeline. */
export interface StageRun {
  readonly node: CommandNode;
  readonly index: number;
  readonly interpreter: Pick<Interpreter, 'ctx' | 'fork'>;
  readonly source: ByteSource | null;
  readonly pipe: StagePipe | null;
  readonly onEnd: () => void;
  /** It runs beside the shell, which does not wait for it and whose input does not move on with it. */
  readonly isApart?: boolean;
}

/** What the shell that starts a pipeline does for it. */
interface PipelineShell {
  readonly sources: Sources;
  readonly runStage: (run: StageRun) => Promise<ExecResult>;
  /** All stages have ended. */
  readonly onEnd: () => void;
}

/** Starts the stages of a pipeline, joined by pipes. Each call of what it returns gives the result of the next stage. */
export function startPipeline(
  pipeline: PipelineNode,
  interpreter: Interpreter,
  shell: PipelineShell,
): () => Promise<ExecResult> {
  const path = stagePipePath(pipeline);
  const last = pipeline.commands.length - 1;
  // There the last stage is this shell itself, which can begin only when the others have ended.
  const { lastpipe } = interpreter.ctx.state.shoptOptions;
  const results: Promise<ExecResult>[] = [];
  let input: ByteSource | null = null;
  let left = lastpipe ? last : last + 1;
  const onEnd = () => {
    left -= 1;
    if (left === 0) shell.onEnd();
  };
  for (const [index, node] of pipeline.commands.entries()) {
    if (lastpipe && index === last) break;
    const source: ByteSource | null = input;
    const channel = index < last ? new ByteChannel(lastpipe ? Number.POSITIVE_INFINITY : undefined) : null;
    input = channel && sourceFrom(channel);
    const pipe = channel && { path, channel };
    const result = shell.runStage({ node, index, interpreter, source, pipe, onEnd });
    result.catch(() => {});
    results.push(result);
  }
  const rest = input;
  let next = 0;
  return async () => {
    const result = results[next++];
    if (!result) return runLast(pipeline.commands[last]!, interpreter, rest, shell.sources);
    try {
      return await result;
    } catch (error) {
      await Promise.allSettled(results);
      throw error;
    }
  };
}

async function runLast(
  node: CommandNode,
  interpreter: Interpreter,
  source: ByteSource | null,
  sources: Sources,
): Promise<ExecResult> {
  const ticket = source ? sources.add(source) : '';
  try {
    return await interpreter.runStage(node, ticket, source !== null);
  } finally {
    sources.remove(ticket);
  }
}

/** Starts the script of `< <(…)` beside the shell; what it writes. */
export function startSubstitution(
  { body, path }: StreamedSubstitution,
  interpreter: StageRun['interpreter'],
  runStage: (run: StageRun) => Promise<ExecResult>,
): { readonly source: ByteSource; readonly result: Promise<ExecResult> } {
  const channel = new ByteChannel();
  const result = runStage({
    node: groupOf(body.statements),
    index: 0,
    interpreter,
    source: null,
    pipe: { path, channel },
    onEnd: () => {},
    isApart: true,
  });
  return { source: sourceFrom(channel), result };
}

/** Starts the script of `exec > >(…)` beside the shell; where to write its input. */
export function startInto(
  body: ScriptNode,
  interpreter: StageRun['interpreter'],
  runStage: (run: StageRun) => Promise<ExecResult>,
): { readonly channel: ByteChannel; readonly result: Promise<ExecResult> } {
  const channel = new ByteChannel();
  const result = runStage({
    node: groupOf(body.statements),
    index: 0,
    interpreter,
    source: sourceFrom(channel),
    pipe: null,
    onEnd: () => {},
    isApart: true,
  });
  return { channel, result };
}

function sourceFrom(channel: ByteChannel): ByteSource {
  return new ByteSource({
    next: () => channel.read(),
    onClose: () => channel.leave(),
    isEndless: () => channel.endless,
  });
}
