import type { ToolRecord } from '../../contract/index.ts';
import { sha256Hex } from '../../hash/index.ts';

/**
 * Hex digits (at most 64) that are the same for the same record and differ between records: they stand where a
 * harness takes random ones, so that a replay gives the same words.
 */
export function recordHex(record: ToolRecord, digits: number): string {
  return sha256Hex(`${record.key}\n${record.callId}\n${record.startedAtMs}`).slice(0, digits);
}

/** `1234567` as `1,234,567`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Seconds as a program prints them: `1`, `1.5`, `120`. */
export function secondsWords(ms: number): string {
  return String(ms / 1000);
}
