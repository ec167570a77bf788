import type { Statement } from './ast.ts';
import type { Code, Step } from './code.ts';
import type { Compiler } from './compile.ts';
import { isTrue, toNumber, type Value } from './values.ts';

/** How a statement ended. */
export const done = 0;
export const goBreak = 1;
export const goContinue = 2;
export const goNext = 3;
export const goNextFile = 4;
export const goExit = 5;
export const goReturn = 6;

type Signal = number | Promise<number>;

/** Compiles statements. Each runs at once and gives a promise only where something in it waits. */
export class Statements {
  readonly #compiler: Compiler;

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  compile(statement: Statement): Step {
    const compiler = this.#compiler;
    const { runtime } = compiler;
    switch (statement.kind) {
      case 'block':
        return this.#block(statement.body.map((each) => this.compile(each)));
      case 'expression':
        return this.#then(compiler.expression(statement.value), () => (runtime.exits ? goExit : done));
      case 'print': {
        const text = compiler.printed(statement.args, statement.formatted);
        const { redirect } = statement;
        if (!redirect) {
          return this.#then(text, (line) => {
            runtime.streams.output.print(line);
            return done;
          });
        }
        const target = compiler.expression(redirect.target);
        return this.#then(text, (line) =>
          this.#after(target.run(), (place) => {
            runtime.streams.write(redirect.kind, runtime.text(place), line);
            return done;
          }),
        );
      }
      case 'if': {
        const yes = this.compile(statement.yes);
        const no = statement.no ? this.compile(statement.no) : null;
        return this.#then(compiler.expression(statement.condition), (value) =>
          runtime.exits ? goExit : isTrue(value) ? yes.run() : no ? no.run() : done,
        );
      }
      case 'while':
        return this.#loop(
          compiler.expression(statement.condition),
          this.compile(statement.body),
          null,
          statement.first,
        );
      case 'for': {
        const init = statement.init ? this.compile(statement.init) : null;
        const condition = statement.condition ? compiler.expression(statement.condition) : null;
        const update = statement.update ? this.compile(statement.update) : null;
        const loop = this.#loop(condition, this.compile(statement.body), update, false);
        return init ? { run: () => this.#after(init.run(), () => loop.run()) } : loop;
      }
      case 'forIn': {
        const array = compiler.variables.array(statement.array);
        const assign = compiler.variables.writer(statement.variable);
        const body = this.compile(statement.body);
        return {
          run: () => {
            const held = array();
            const keys = [...held.keys()].values();
            const condition = (): boolean => {
              for (let next = keys.next(); !next.done; next = keys.next()) {
                if (!held.has(next.value)) continue;
                assign(next.value);
                return true;
              }
              return false;
            };
            return this.#turns(condition, body, null);
          },
        };
      }
      case 'delete': {
        const array = compiler.variables.array(statement.name);
        if (!statement.index) {
          const clear = () => {
            array().clear();
            return done;
          };
          return { run: clear };
        }
        return this.#then(compiler.key(statement.index), (key) => {
          array().delete(key);
          return done;
        });
      }
      case 'exit': {
        const value = statement.value ? compiler.expression(statement.value) : null;
        const leave = (code: Value): number => {
          if (code !== undefined) runtime.exitCode = Math.trunc(toNumber(code)) & 0xff;
          return goExit;
        };
        return value ? this.#then(value, leave) : { run: () => goExit };
      }
      case 'return': {
        const value = statement.value ? compiler.expression(statement.value) : null;
        if (!value) return { run: () => goReturn };
        return this.#then(value, (result) => {
          runtime.returned = result;
          return runtime.exits ? goExit : goReturn;
        });
      }
      case 'break':
        return { run: () => goBreak };
      case 'continue':
        return { run: () => goContinue };
      case 'next':
        return { run: () => goNext };
      default:
        return { run: () => goNextFile };
    }
  }

  #after<Result>(value: Result | Promise<Result>, use: (value: Result) => Signal): Signal {
    return value instanceof Promise ? value.then(use) : use(value);
  }

  #then<Result>(code: Code<Result>, use: (value: Result) => Signal): Step {
    const { run } = code;
    if (code.isAsync) return { run: () => this.#after(run(), use) };
    return { run: () => use((run as () => Result)()) };
  }

  #block(steps: readonly Step[]): Step {
    if (steps.length === 1) return steps[0]!;
    const from = (start: number): Signal => {
      for (let index = start; index < steps.length; index++) {
        const signal = steps[index]!.run();
        if (signal instanceof Promise) return signal.then((code) => (code === done ? from(index + 1) : code));
        if (signal !== done) return signal;
      }
      return done;
    };
    return { run: () => from(0) };
  }

  #loop(condition: Code<Value> | null, body: Step, update: Step | null, bodyFirst: boolean): Step {
    return {
      run: () => {
        let isFirst = bodyFirst;
        const holds = (): boolean | Promise<boolean> => {
          if (isFirst || condition === null) {
            isFirst = false;
            return true;
          }
          const value = condition.run();
          return value instanceof Promise ? value.then(isTrue) : isTrue(value);
        };
        return this.#turns(holds, body, update);
      },
    };
  }

  /** Turns of a loop, without a promise as long as nothing waits and not too much output is held. */
  #turns(holds: () => boolean | Promise<boolean>, body: Step, update: Step | null): Signal {
    const { streams } = this.#compiler.runtime;
    for (;;) {
      const goesOn = holds();
      if (goesOn instanceof Promise || streams.isFull) return this.#waitingTurns(goesOn, holds, body, update);
      if (!goesOn) return done;
      const signal = body.run();
      if (signal instanceof Promise) return this.#resumed(signal, holds, body, update);
      if (signal === goBreak) return done;
      if (signal > goContinue) return signal;
      const updated = update ? update.run() : done;
      if (updated instanceof Promise) return updated.then(() => this.#turns(holds, body, update));
    }
  }

  async #waitingTurns(
    first: boolean | Promise<boolean>,
    holds: () => boolean | Promise<boolean>,
    body: Step,
    update: Step | null,
  ): Promise<number> {
    const { runtime } = this.#compiler;
    let goesOn = await first;
    for (;;) {
      if (runtime.streams.isFull) await runtime.streams.flush();
      if (runtime.streams.output.closed) return goExit;
      if (!goesOn) return done;
      const signal = await body.run();
      if (signal === goBreak) return done;
      if (signal > goContinue) return signal;
      if (update) await update.run();
      goesOn = await holds();
    }
  }

  async #resumed(
    signal: Promise<number>,
    holds: () => boolean | Promise<boolean>,
    body: Step,
    update: Step | null,
  ): Promise<number> {
    const code = await signal;
    if (code === goBreak) return done;
    if (code > goContinue) return code;
    if (update) await update.run();
    return this.#waitingTurns(holds(), holds, body, update);
  }
}
