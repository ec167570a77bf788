export const code = 'Code';
export const copyCode = 'Copy code';
export const table = 'Table';
/** `name`: its text, else its address. */
export const imageNotLoaded = (name: string) => `[image not loaded: ${name}]`;
