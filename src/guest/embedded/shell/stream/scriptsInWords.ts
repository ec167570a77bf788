import type { RedirectionNode, ScriptNode } from './ast.ts';

/** The script of `< <(…)`. */
export function substitutionRead({ operator, target }: RedirectionNode): ScriptNode | null {
  const [part, ...others] = operator === '<' && target.type === 'Word' ? target.parts : [];
  return part?.type === 'ProcessSubstitution' && part.direction === 'input' && others.length === 0
    ? part.body
    : null;
}

/** The script of `> >(…)`. */
export function substitutionWritten({ operator, target, fdVariable }: RedirectionNode): ScriptNode | null {
  const writes = /^(>>?|&>>?|>\|)$/.test(operator) && !fdVariable && target.type === 'Word';
  const [part, ...others] = writes ? target.parts : [];
  return part?.type === 'ProcessSubstitution' && part.direction === 'output' && others.length === 0
    ? part.body
    : null;
}

/** `$(…)`, `` `…` ``, `<(…)`, `>(…)`. */
export function isScriptInWord(value: object): value is { body: ScriptNode; direction?: 'input' | 'output' } {
  return 'type' in value && (value.type === 'CommandSubstitution' || value.type === 'ProcessSubstitution');
}
