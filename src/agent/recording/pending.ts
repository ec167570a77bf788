/** A promise with what resolves it. */
export interface Pending<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

export function pending<Value>(): Pending<Value> {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
