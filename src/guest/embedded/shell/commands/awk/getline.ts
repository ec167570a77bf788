import type { Expr } from './ast.ts';
import type { Code } from './code.ts';
import type { Compiler } from './compile.ts';
import { InputText, type Value } from './values.ts';

/** `getline` in each of its forms: it waits for input, and takes a record into `$0` or a variable. */
export function compileGetline(
  compiler: Compiler,
  { target, from, source }: Extract<Expr, { kind: 'getline' }>,
): Code<Value> {
  const { runtime } = compiler;
  const place = source ? compiler.expression(source) : null;
  let given: Value;
  const store = target
    ? compiler.update(target, { isAsync: false, run: () => given }, (_old, value) => value, false)
    : null;
  return {
    isAsync: true,
    run: async () => {
      let record: string | null | false;
      if (from === 'main' || !place) record = await runtime.readMain();
      else
        record = await runtime.streams.readFrom(from, runtime.text(await place.run()), runtime.specials.RS);
      if (record === false) return -1;
      if (record === null) return 0;
      if (from === 'command') runtime.specials.NR++;
      if (!store) runtime.setRecord(record);
      else {
        given = new InputText(record);
        await store.run();
      }
      return 1;
    },
  };
}
