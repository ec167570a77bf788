import type { ProfileContext, ToolRecord } from '../../contract/index.ts';
import { sha256Hex } from '../../hash/index.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const crockford32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** opencode's data folder where XDG_DATA_HOME is not set. */
export function dataFolder(ctx: ProfileContext): string {
  return `${ctx.home}/.local/share/opencode`;
}

/** One folder for all sessions. */
export function toolOutputFolder(ctx: ProfileContext): string {
  return `${dataFolder(ctx)}/tool-output`;
}

/**
 * `tool_` + 12 hex digits + 14 base-62 characters. The hex is the low 48 bits of milliseconds × 4096 + counter,
 * as there; the counter is the call's place in its step, and what is random there is a hash of what names the
 * record, so that the same record has the same name.
 */
export function toolOutputId(record: ToolRecord, sessionId: string): string {
  const [, , index = '0'] = record.key.split('.');
  const counter = BigInt((Number(index) % 4095) + 1);
  const stamp = BigInt.asUintN(48, BigInt(Math.trunc(record.endedAtMs)) * 4096n + counter);
  return `tool_${stamp.toString(16).padStart(12, '0')}${characters(base62, 14, seedOf(record, sessionId))}`;
}

/** A ULID of the record's end: 10 characters of time, 16 of a hash where the harness has random ones. */
export function ulidOf(record: ToolRecord, sessionId: string): string {
  let ms = Math.trunc(record.endedAtMs);
  let time = '';
  for (let place = 0; place < 10; place++) {
    time = crockford32.charAt(ms % 32) + time;
    ms = Math.floor(ms / 32);
  }
  return time + characters(crockford32, 16, seedOf(record, sessionId));
}

function seedOf(record: ToolRecord, sessionId: string): string {
  return `${sessionId}\n${record.key}\n${record.callId}`;
}

function characters(alphabet: string, count: number, seed: string): string {
  const hex = sha256Hex(seed);
  let made = '';
  for (let at = 0; at < count; at++) {
    made += alphabet.charAt(Number.parseInt(hex.slice(at * 4, at * 4 + 4), 16) % alphabet.length);
  }
  return made;
}
