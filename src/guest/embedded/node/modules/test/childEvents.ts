import { deserialize } from '../small/valueFormat.ts';
import type { TestEvent } from './events.ts';

/** In front of each line that a test file's process writes for the process that runs it. */
export const childMark = '\u0000\u0001test\u0001';

/** Takes the output of a test file's process apart into its reports and what the program printed. */
export function createChildReader(): (text: string) => (TestEvent | string)[] {
  let rest = '';
  const encoder = new TextEncoder();
  return (text) => {
    rest += text;
    const found: (TestEvent | string)[] = [];
    for (;;) {
      const at = rest.indexOf(childMark);
      if (at === -1) break;
      const end = rest.indexOf('\n', at);
      if (end === -1) {
        // Printed text in front of a report that is not whole yet.
        if (at > 0) found.push(rest.slice(0, at));
        rest = rest.slice(at);
        return found;
      }
      if (at > 0) found.push(rest.slice(0, at));
      found.push(
        deserialize(
          encoder.encode(JSON.parse(rest.slice(at + childMark.length, end)) as string),
        ) as TestEvent,
      );
      rest = rest.slice(end + 1);
    }
    // The end may be the beginning of a mark.
    const held = heldBack(rest);
    if (held < rest.length) found.push(rest.slice(0, rest.length - held));
    rest = rest.slice(rest.length - held);
    return found;
  };
}

function heldBack(text: string): number {
  for (let length = Math.min(childMark.length - 1, text.length); length > 0; length--) {
    if (childMark.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
