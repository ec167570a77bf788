import { constantOf, literalOf, type PipelineNode, type ScriptNode, type SimpleCommandNode } from './ast.ts';

/** Commands of just-bash that may run for long and hand out what they print when they end. */
const buffering = new Set(
  'awk find grep egrep fgrep rg sed sort jq diff du tree md5sum sha1sum sha256sum'.split(' '),
);

/** Whether a command keeps its output until its end, wherever that leads. */
export function keepsOutput(name: string): boolean {
  return buffering.has(name);
}

/**
 * Names the parts of a script whose output arrives only when they end. A person who looks at a command that
 * was cut short must know why its last words are missing.
 */
export function unstreamedParts(script: ScriptNode): string[] {
  const found = new Set<string>();
  visit(script.statements, found);
  return [...found];
}

function visit(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  if ('type' in value) {
    if (value.type === 'CommandSubstitution') found.add('`$(…)`');
    if (value.type === 'ProcessSubstitution') found.add('`<(…)`');
    if (value.type === 'Pipeline') notePipe(value as PipelineNode, found);
    if (value.type === 'SimpleCommand') {
      const name = literalOf((value as SimpleCommandNode).name);
      if (name !== null && buffering.has(name)) found.add(`\`${name}\``);
    }
  }
  for (const item of Object.values(value)) visit(item, found);
}

function notePipe(pipeline: PipelineNode, found: Set<string>): void {
  const last = pipeline.commands.at(-1);
  if (pipeline.commands.length < 2 || !last) return;
  const name = last.type === 'SimpleCommand' && last.name ? constantOf(last.name) : null;
  found.add(name === null ? 'what is piped on' : `what is piped into \`${name}\``);
}
