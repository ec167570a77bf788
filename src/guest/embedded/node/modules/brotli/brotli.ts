import { decompress } from 'brotli/decompress.js';
import { outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { zlibConstants } from '../zlib/constants.ts';
import type { Engine, ZlibOptions } from '../zlib/engines.ts';
import { brotliCompress } from './compress.ts';

export type BrotliKind = 'BrotliCompress' | 'BrotliDecompress';

/** Loaded on first use: the format's dictionary is of some size. */
export interface Brotli {
  createEngine(kind: BrotliKind, options: ZlibOptions): Engine;
}

export function createBrotli(): Brotli {
  return { createEngine };
}

/** Takes in all there is and works at the end. */
function createEngine(kind: BrotliKind, options: ZlibOptions): Engine {
  const quality = qualityOf(options);
  const pieces: Uint8Array[] = [];
  return {
    ended: false,
    push(bytes, flush) {
      if (bytes.length > 0) pieces.push(bytes.slice());
      const isEnd = flush === zlibConstants.Z_FINISH || flush === zlibConstants.BROTLI_OPERATION_FINISH;
      if (!isEnd) return [];
      const whole = joined(pieces.splice(0));
      return [kind === 'BrotliCompress' ? brotliCompress(whole, quality) : decompressed(whole)];
    },
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function qualityOf({ params }: ZlibOptions): number {
  const quality = params?.[zlibConstants.BROTLI_PARAM_QUALITY];
  if (quality === undefined) return zlibConstants.BROTLI_DEFAULT_QUALITY;
  if (typeof quality !== 'number' || quality < 0 || quality > zlibConstants.BROTLI_MAX_QUALITY)
    throw outOfRange('options.params', 'a quality from 0 to 11', quality);
  return quality;
}

function decompressed(whole: Uint8Array): Uint8Array {
  try {
    return decompress(whole);
  } catch (error) {
    const isCut = error instanceof Error && /end of input|Unexpected end|Could not read/i.test(error.message);
    throw isCut
      ? Object.assign(new Error('unexpected end of file'), {
          errno: zlibConstants.Z_BUF_ERROR,
          code: 'Z_BUF_ERROR',
        })
      : Object.assign(new Error('Decompression failed'), {
          errno: -2,
          code: 'ERR__ERROR_FORMAT_RESERVED',
        });
  }
}
