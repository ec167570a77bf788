/** Endings by which the harness takes a file for binary without a look at it. */
const binaryEndings =
  /\.(zip|tar|gz|exe|dll|so|class|jar|war|7z|docx?|xlsx?|pptx?|odt|ods|odp|bin|dat|obj|o|a|lib|wasm|pyc|pyo)$/i;

export function isBinaryName(path: string): boolean {
  // A name that is nothing but an ending has none.
  return binaryEndings.test(path.slice(path.lastIndexOf('/') + 2));
}

export function binaryWords(path: string): string {
  return `Cannot read binary file: ${path}`;
}

/** What an offset below 1 or past the end is told. */
export function pastEndWords(askedOffset: number, totalLines: number): string {
  return askedOffset < 1
    ? 'offset must be greater than or equal to 1'
    : `Offset ${askedOffset} is out of range for this file (${totalLines} lines)`;
}
