// The entry of the bundle of the workers that run `node`.
export {};
