/** The four functions of `node:zlib` that just-bash's gzip, gunzip and zcat call, by fflate. */
import {
  deflateSync as deflate,
  gunzipSync as gunzip,
  gzipSync as gzip,
  inflateSync as inflate,
} from 'fflate';

type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

interface Options {
  readonly level?: number;
}

function levelOf(options: Options | undefined): { level?: Level } {
  const level = options?.level;
  return level !== undefined && level >= 0 && level <= 9 ? { level: level as Level } : {};
}

export const gzipSync = (data: Uint8Array, options?: Options) => gzip(data, levelOf(options));
export const deflateSync = (data: Uint8Array, options?: Options) => deflate(data, levelOf(options));
export const gunzipSync = (data: Uint8Array) => gunzip(data);
export const inflateSync = (data: Uint8Array) => inflate(data);
export const constants = {
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
};
export default { gzipSync, gunzipSync, deflateSync, inflateSync, constants };
