/** A compiled expression. Where `isAsync` is false, `run` never gives a promise. */
export interface Code<Result> {
  readonly isAsync: boolean;
  readonly run: () => Result | Promise<Result>;
}

/** A compiled statement: how it ended (see `statements.ts`); a promise only where it had to wait. */
export interface Step {
  readonly run: () => number | Promise<number>;
}

/** The result of code that is known not to wait. */
export function now<Result>(code: Code<Result>): Result {
  return code.run() as Result;
}

export function lift<A, Result>(code: Code<A>, use: (value: A) => Result): Code<Result> {
  if (code.isAsync) return { isAsync: true, run: async () => use(await code.run()) };
  const run = code.run as () => A;
  return { isAsync: false, run: () => use(run()) };
}

export function lift2<A, B, Result>(a: Code<A>, b: Code<B>, use: (a: A, b: B) => Result): Code<Result> {
  if (a.isAsync || b.isAsync) {
    return {
      isAsync: true,
      run: async () => {
        const first = await a.run();
        return use(first, await b.run());
      },
    };
  }
  const [runA, runB] = [a.run as () => A, b.run as () => B];
  return { isAsync: false, run: () => use(runA(), runB()) };
}

/** `isAsync` says that `use` may wait itself. */
export function liftMany<Value, Result>(
  codes: readonly Code<Value>[],
  use: (values: Value[]) => Result | Promise<Result>,
  isAsync = codes.some((code) => code.isAsync),
): Code<Result> {
  if (!isAsync) return { isAsync: false, run: () => use(codes.map(now)) };
  return {
    isAsync: true,
    run: async () => {
      const values: Value[] = [];
      for (const code of codes) values.push(await code.run());
      return use(values);
    },
  };
}
