import { base64, base64urlnopad } from '@scure/base';

export const bytesBase64 = (bytes: Uint8Array): string => base64.encode(bytes);
export const bytesBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

/** Null for what is no base64. */
export const base64Bytes = (text: string): Uint8Array | null => decoded(() => base64.decode(text));
/** Null for what is no base64url; without padding. */
export const base64UrlBytes = (text: string): Uint8Array | null => decoded(() => base64urlnopad.decode(text));

function decoded(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
