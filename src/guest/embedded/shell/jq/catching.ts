import type { Node } from './ast.ts';
import { evaluate } from './evaluate.ts';
import { type Machine, type Out, type Outs, plain, type Scope } from './machine.ts';
import { isTrue, JqError } from './values.ts';

/** Thrown by `break`; ends what its label encloses. */
export class Break {
  readonly label: object;

  constructor(label: object) {
    this.label = label;
  }
}

/** `left // right`: an error on the left counts as no result. */
export function* alternatives(left: Node, right: Node, scope: Scope, input: Out, machine: Machine): Outs {
  let hasAny = false;
  try {
    for (const out of evaluate(left, scope, input, machine)) {
      if (!isTrue(out.value)) continue;
      hasAny = true;
      yield out;
    }
  } catch (thrown) {
    if (!(thrown instanceof JqError)) throw thrown;
  }
  if (!hasAny) yield* evaluate(right, scope, input, machine);
}

export function* tried(body: Node, handler: Node | null, scope: Scope, input: Out, machine: Machine): Outs {
  const outs = evaluate(body, scope, input, machine);
  for (;;) {
    let next: IteratorResult<Out, void>;
    // What is made of the results may raise errors of its own: those are not caught here.
    try {
      next = outs.next();
    } catch (thrown) {
      if (!(thrown instanceof JqError)) throw thrown;
      if (handler) yield* evaluate(handler, scope, plain(thrown.value, input), machine);
      return;
    }
    if (next.done) return;
    yield next.value;
  }
}

/** The results up to the `break` out of `label`. */
export function* untilBroken(outs: Outs, label: object): Outs {
  try {
    yield* outs;
  } catch (thrown) {
    if (!(thrown instanceof Break) || thrown.label !== label) throw thrown;
  }
}
