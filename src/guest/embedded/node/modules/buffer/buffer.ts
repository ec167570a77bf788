import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import { checkBytes, inspection } from './bufferClass.ts';
import { encodingOf, maxLength } from './bufferText.ts';
import { Buffer } from './construct.ts';
import { bytesToText, textToBytes } from './encodings.ts';

const maxStringLength = 536870888;

function bytesOf(value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw invalidArgType('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], value);
}

function transcode(source: unknown, fromEncoding: unknown, toEncoding: unknown): Buffer {
  checkBytes(source, 'source');
  const to = encodingOf(toEncoding);
  const text = bytesToText(source, encodingOf(fromEncoding));
  if (to !== 'latin1' && to !== 'ascii') return Buffer.from(textToBytes(text, to));
  const highest = to === 'ascii' ? 0x7f : 0xff;
  // A character that has no place there becomes a question mark.
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code > highest ? 0x3f : code;
    }),
  );
}

function isUtf8(value: unknown): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytesOf(value)));
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_INVALID_ARG_TYPE') throw error;
    return false;
  }
}

function SlowBuffer(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size);
}

export function createBuffer(_system: NodeSystem): object {
  const { atob, btoa, Blob, File } = globalThis;
  const exports = {
    Buffer,
    SlowBuffer,
    transcode,
    isUtf8,
    isAscii: (value: unknown) => bytesOf(value).every((byte) => byte < 0x80),
    kMaxLength: maxLength,
    kStringMaxLength: maxStringLength,
    btoa: (text: unknown) => btoa(String(text)),
    atob: (text: unknown) => atob(String(text)),
    constants: { MAX_LENGTH: maxLength, MAX_STRING_LENGTH: maxStringLength },
    Blob,
    File,
    resolveObjectURL: () => undefined,
  };
  return Object.defineProperty(exports, 'INSPECT_MAX_BYTES', {
    get: () => inspection.maxBytes,
    set(value: number) {
      inspection.maxBytes = value;
    },
    enumerable: true,
    configurable: true,
  });
}
