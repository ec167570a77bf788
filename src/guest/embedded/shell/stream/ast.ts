import type { Bash } from 'just-bash/browser';
import type { EvaluatedText } from './evaluated.ts';
import type { AnnouncedCall, LiveDevice } from './liveDevice.ts';

// just-bash exports no AST types by name; these are read off its public `transform`.
export type ScriptNode = ReturnType<Bash['transform']>['ast'];
export type StatementNode = ScriptNode['statements'][number];
export type PipelineNode = StatementNode['pipelines'][number];
export type CommandNode = PipelineNode['commands'][number];
export type SimpleCommandNode = Extract<CommandNode, { type: 'SimpleCommand' }>;
export type FunctionDefNode = Extract<CommandNode, { type: 'FunctionDef' }>;
type GroupNode = Extract<CommandNode, { type: 'Group' }>;
export type CompoundNode = FunctionDefNode['body'];
export type RedirectionNode = SimpleCommandNode['redirections'][number];
export type WordNode = NonNullable<SimpleCommandNode['name']>;

export function literalWord(value: string): WordNode {
  return { type: 'Word', parts: [{ type: 'Literal', value }] };
}

/** The text of a word that needs no expansion and no quoting; null for any other. */
export function literalOf(word: WordNode | null | undefined): string | null {
  const [part, ...others] = word?.parts ?? [];
  return part?.type === 'Literal' && others.length === 0 ? part.value : null;
}

/** The text of a word that is fixed at parse time, quotes taken off; null where anything is expanded. */
export function constantOf(word: WordNode): string | null {
  let text = '';
  for (const part of word.parts) {
    if (part.type !== 'Literal' && part.type !== 'SingleQuoted' && part.type !== 'Escaped') return null;
    text += part.value;
  }
  return text;
}

export function simpleCommand(name: string, args: readonly WordNode[] = []): SimpleCommandNode {
  return {
    type: 'SimpleCommand',
    assignments: [],
    name: literalWord(name),
    args: [...args],
    redirections: [],
  };
}

export function pipelineOf(...commands: CommandNode[]): PipelineNode {
  return { type: 'Pipeline', commands, negated: false };
}

export function statementOf(...commands: CommandNode[]): StatementNode {
  return {
    type: 'Statement',
    pipelines: [pipelineOf(...commands)],
    operators: [],
    background: false,
  };
}

export function groupOf(
  body: readonly StatementNode[],
  redirections: readonly RedirectionNode[] = [],
): GroupNode {
  return { type: 'Group', body: [...body], redirections: [...redirections] };
}

/** The shell that runs a node, as the node may know it. */
interface RunningShell {
  readonly live: LiveDevice;
  readonly evaluated: EvaluatedText;
}

/** A group whose statements are made when it runs, for the shell that runs it (`build/streamPatches.ts`, 3). */
export function withBodyFor(
  group: GroupNode,
  bodyFor: (shell: RunningShell) => readonly StatementNode[],
): GroupNode {
  return Object.assign(group, { bodyFor });
}

/** Has the interpreter announce `call` when `command` starts (the same, 2). */
export function announcing(command: SimpleCommandNode, call: AnnouncedCall): void {
  Object.assign(command, { call });
}

/** Has `set -x` write its lines about `node` to that file or device (`build/tracePatches.ts`). */
export function tracedTo(node: CommandNode, path: `/${string}`): void {
  Object.assign(node, { traceTo: path });
}

/** The script of `< <(…)`, which is read while it is written. */
export interface StreamedSubstitution {
  readonly body: ScriptNode;
  /** The path of the route that it writes to. */
  readonly path: `/${string}`;
}

/** Has the interpreter run the script of `exec > >(…)` as a stage that reads what is written there. */
export function writingInto(redirection: RedirectionNode, body: ScriptNode): void {
  Object.assign(redirection, { into: body });
}

/** Has the interpreter run the script of that redirection as a stage. */
export function streamingSubstitution(
  redirection: RedirectionNode,
  substitution: StreamedSubstitution,
): void {
  Object.assign(redirection, { substitution });
}

/** The same for `<(…)` as a word, whose path is read while the script runs. */
export function streamingWord(word: object, streamed: StreamedSubstitution): void {
  Object.assign(word, { streamed });
}

/** Has the interpreter run the stages of `pipeline` together (the same, 1). */
export function togetherInStages(pipeline: PipelineNode, pipePath: `/${string}`): void {
  Object.assign(pipeline, { runsTogether: pipePath });
}

/** The path of the route that the stages of such a pipeline write to. */
export function stagePipePath(pipeline: PipelineNode): `/${string}` {
  const path = 'runsTogether' in pipeline ? pipeline.runsTogether : null;
  if (typeof path !== 'string' || !path.startsWith('/')) throw new Error('not a pipeline of stages');
  return `/${path.slice(1)}`;
}
