import type { SignalName, StreamName } from '../../../core/index.ts';
import type { GuestHttpResponse, GuestProcessInfo, InputMode, RunNote, ShellState } from '../../port.ts';
import { isAssetName, type KernelReply, type RunMessage, tailBytes } from '../kernel/index.ts';
import {
  fieldsOf,
  isBytes,
  isCount,
  isText,
  listOf,
  longestPathUnits,
  longestTextUnits,
} from './untrusted.ts';

/** A shell's whole environment with the source of its functions. */
const largestStateUnits = 16 * 1024 * 1024;

/** The kernel refuses longer bodies, and runs fewer processes. */
const longestBodyBytes = 32 * 1024 * 1024;
const mostHeaders = 1000;
const mostProcesses = 1024;
const lastPort = 65_535;
function isStream(value: unknown): value is StreamName {
  return value === 'stdout' || value === 'stderr';
}

/** A time that a `Date` can have, epoch milliseconds. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= 8.64e15;
}

function isSignalName(value: unknown): value is SignalName {
  return (
    value === 'SIGTERM' ||
    value === 'SIGKILL' ||
    value === 'SIGINT' ||
    value === 'SIGHUP' ||
    value === 'SIGPIPE'
  );
}

function parseHttpResponse(value: unknown): GuestHttpResponse | null {
  const fields = fieldsOf(value);
  if (!fields || !isCount(fields.status) || !isBytes(fields.body) || !Array.isArray(fields.headers))
    return null;
  if (fields.headers.length > mostHeaders || fields.body.length > longestBodyBytes) return null;
  if (!isText(fields.statusText, longestTextUnits)) return null;
  const headers: (readonly [string, string])[] = [];
  for (const pair of fields.headers as readonly unknown[]) {
    if (!Array.isArray(pair) || !isText(pair[0], longestTextUnits) || !isText(pair[1], longestTextUnits))
      return null;
    headers.push([pair[0], pair[1]]);
  }
  return { status: fields.status, statusText: fields.statusText, headers, body: fields.body };
}

/** Ports in rising order, each once. */
function isPortList(value: unknown): value is readonly number[] {
  if (!Array.isArray(value) || value.length > lastPort) return false;
  const ports: readonly unknown[] = value;
  let before = 0;
  return ports.every((port) => {
    if (!isCount(port) || port <= before || port > lastPort) return false;
    before = port;
    return true;
  });
}

export function parseKernelReply(data: unknown): KernelReply | null {
  const fields = fieldsOf(data);
  if (!fields) return null;
  switch (fields.type) {
    case 'ready':
      return typeof fields.sharedMemory === 'boolean'
        ? { type: 'ready', sharedMemory: fields.sharedMemory }
        : null;
    case 'pong':
      return isCount(fields.id) ? { type: 'pong', id: fields.id } : null;
    case 'need-asset':
      return isAssetName(fields.name) ? { type: 'need-asset', name: fields.name } : null;
    case 'network':
      return isCount(fields.pid) && fields.port instanceof MessagePort
        ? { type: 'network', pid: fields.pid, port: fields.port }
        : null;
    case 'answer': {
      const value = typeof fields.value === 'boolean' ? fields.value : parseProcesses(fields.value);
      return isCount(fields.id) && value !== null ? { type: 'answer', id: fields.id, value } : null;
    }
    case 'ports':
      return isCount(fields.id) && isPortList(fields.ports)
        ? { type: 'ports', id: fields.id, ports: fields.ports }
        : null;
    case 'response': {
      const { id, message } = fields;
      if (!isCount(id) || !isText(message, longestTextUnits)) return null;
      const response = fields.response === null ? null : parseHttpResponse(fields.response);
      if (response === null && fields.response !== null) return null;
      return { type: 'response', id, response, message };
    }
    case 'gone':
      return isText(fields.message, longestTextUnits) ? { type: 'gone', message: fields.message } : null;
    case 'stopped': {
      const { pid, crash, signal, start, stream, tail, withheld } = fields;
      const rest = parseRest(fields.rest);
      if (!rest || (signal !== null && !isSignalName(signal))) return null;
      if (!isCount(pid) || !isStream(stream) || !isBytes(tail) || tail.length > tailBytes) return null;
      if (crash !== null && !isText(crash, longestTextUnits)) return null;
      if (start !== null && !isCount(start)) return null;
      if (typeof withheld !== 'boolean') return null;
      return { type: 'stopped', pid, crash, signal, start, stream, tail, rest, withheld };
    }
    default:
      return null;
  }
}

export function parseRunMessage(data: unknown): RunMessage | null {
  const fields = fieldsOf(data);
  if (fields?.type === 'output') {
    const { stream, start, bytes } = fields;
    if (!isStream(stream) || !isCount(start) || !isBytes(bytes)) return null;
    return { type: 'output', stream, start, bytes };
  }
  if (fields?.type === 'input-wanted') {
    const { mode } = fields;
    return isInputMode(mode) ? { type: 'input-wanted', mode } : null;
  }
  if (fields?.type === 'note-if-cut') {
    const [note] = parseNotes([fields.note]) ?? [];
    return note ? { type: 'note-if-cut', note } : null;
  }
  if (fields?.type === 'exit') {
    const { exitCode, totalBytes } = fields;
    const state = parseState(fields.state);
    const notes = parseNotes(fields.notes);
    if (typeof exitCode !== 'number' || !Number.isInteger(exitCode)) return null;
    if (!state || !notes || !isCount(totalBytes)) return null;
    const clockMs = isTime(fields.clockMs) ? fields.clockMs : null;
    return { type: 'exit', exitCode: exitCode & 0xff, state, notes, totalBytes, clockMs };
  }
  return null;
}

function isInputMode(value: unknown): value is InputMode {
  return value === 'line' || value === 'hidden-line' || value === 'key' || value === 'hidden-key';
}

function parseState(value: unknown): ShellState | null {
  const fields = fieldsOf(value);
  const env = fieldsOf(fields?.env);
  if (!fields || !env || !isText(fields.prelude, largestStateUnits)) return null;
  if (!isText(fields.cwd, longestPathUnits) || !fields.cwd.startsWith('/')) return null;
  const kept: [string, string][] = [];
  let units = 0;
  for (const [name, text] of Object.entries(env)) {
    if (typeof text !== 'string') return null;
    units += name.length + text.length;
    kept.push([name, text]);
  }
  if (units > largestStateUnits) return null;
  return { cwd: fields.cwd, env: Object.fromEntries(kept), prelude: fields.prelude };
}

/** Pipes are bounded, and so is the number of processes. */
const largestRest = 256 * 1024 * 1024;

function parseRest(value: unknown): Extract<KernelReply, { type: 'stopped' }>['rest'] | null {
  let total = 0;
  return listOf(value, ({ stream, bytes }) => {
    if (!isStream(stream) || !isBytes(bytes)) return null;
    total += bytes.length;
    return total <= largestRest ? { stream, bytes } : null;
  });
}

function parseProcesses(value: unknown): readonly GuestProcessInfo[] | null {
  if (Array.isArray(value) && value.length > mostProcesses) return null;
  const found = listOf(value, ({ pid, ppid, title, startedMs }) =>
    isCount(pid) && isCount(ppid) && isText(title, longestTextUnits) && isTime(startedMs)
      ? { pid, ppid, title, startedMs }
      : null,
  );
  // A list on the page is keyed by it.
  return found && new Set(found.map(({ pid }) => pid)).size === found.length ? found : null;
}

function parseNotes(value: unknown): readonly RunNote[] | null {
  if (!Array.isArray(value) || value.length > 1000) return null;
  const notes: RunNote[] = [];
  for (const item of value) {
    const fields = fieldsOf(item);
    if (!fields || !isText(fields.code, 64) || !/^[a-z0-9-]+$/.test(fields.code)) return null;
    if (!isText(fields.detail, longestTextUnits)) return null;
    const { code, detail, exits } = fields;
    if (exits !== undefined && !areExitCodes(exits)) return null;
    notes.push({ code, detail, ...(exits === undefined ? {} : { exits }) });
  }
  return notes;
}

function areExitCodes(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length <= 1000 && value.every((exit) => isCount(exit) && exit <= 255);
}
