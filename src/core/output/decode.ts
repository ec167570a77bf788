import { fromUnits } from './fromUnits.ts';
import { RunDecoder } from './runDecoder.ts';
import { TextStream } from './textStream.ts';

export interface Utf8Decoder {
  /** The characters that are complete with this chunk. */
  push(bytes: Uint8Array): string;
  /** What was unfinished, as U+FFFD. Later calls give ''. */
  end(): string;
}

/**
 * Bytes in chunks → text, as `new TextDecoder('utf-8', { ignoreBOM: true })` with `stream: true` reads them.
 * For texts that are wanted whole; `core` has no DOM types and so no TextDecoder.
 */
export function decodeUtf8Stream(): Utf8Decoder {
  let text = '';
  const decoder = new RunDecoder('none', {
    ascii(bytes, from, to) {
      text += fromUnits(bytes, from, to);
    },
    text({ units, length }) {
      text += fromUnits(units, 0, length);
    },
  });
  const stream = new TextStream('none', decoder);
  const taken = () => {
    const out = text;
    text = '';
    return out;
  };
  return {
    push(bytes) {
      stream.push(bytes, 0, bytes.length);
      return taken();
    },
    end() {
      stream.end();
      return taken();
    },
  };
}
