import { expect, test } from 'vitest';
import { type JsonObject, profileOf } from '../../../../src/core/index.ts';

const inputUnder = (id: string, tool: string, input: JsonObject) =>
  profileOf({ id }).toolInput?.(tool, input) ?? input;

test('seconds of a harness are milliseconds of ours', () => {
  expect(inputUnder('pi', 'bash', { command: 'x', timeout: 1.5 })).toEqual({ command: 'x', timeout: 1500 });
  expect(inputUnder('pi', 'bash', { command: 'x', timeout: '2' })).toEqual({ command: 'x', timeout: 2000 });
  expect(inputUnder('goose', 'bash', { command: 'x', timeout_secs: 2 })).toEqual({
    command: 'x',
    timeout: 2000,
  });
});

test('what is no number goes to the tool’s own door as it came', () => {
  expect(inputUnder('pi', 'bash', { command: 'x', timeout: 'soon' })).toEqual({
    command: 'x',
    timeout: 'soon',
  });
});

test('Codex’s names of a command are ours', () => {
  expect(inputUnder('codex', 'bash', { cmd: 'x', yield_time_ms: 250 })).toEqual({
    command: 'x',
    timeout: 250,
  });
  expect(inputUnder('codex', 'bash', { command: 'x', timeout_ms: 5 })).toEqual({ command: 'x', timeout: 5 });
});

test('a range of lines is an offset and a limit', () => {
  expect(inputUnder('gemini-cli', 'read', { file_path: '/f', start_line: 11, end_line: 20 })).toEqual({
    file_path: '/f',
    offset: 11,
    limit: 10,
  });
  expect(inputUnder('gemini-cli', 'read', { file_path: '/f', end_line: 5 })).toEqual({
    file_path: '/f',
    limit: 5,
  });
  expect(inputUnder('gemini-cli', 'read', { file_path: '/f', start_line: 9, end_line: 2 })).toEqual({
    file_path: '/f',
    offset: 9,
    limit: 1,
  });
});

test('an offset that counts skipped lines is the number of the next one', () => {
  expect(inputUnder('crush', 'read', { file_path: '/f', offset: 200 })).toEqual({
    file_path: '/f',
    offset: 201,
  });
  expect(inputUnder('crush', 'bash', { command: 'x' })).toEqual({ command: 'x' });
});

test('a view range is an offset and a limit, -1 its end', () => {
  expect(inputUnder('openhands', 'read', { path: '/f', view_range: [11, 20] })).toEqual({
    path: '/f',
    offset: 11,
    limit: 10,
  });
  expect(inputUnder('openhands', 'read', { path: '/f', view_range: [11, -1] })).toEqual({
    path: '/f',
    offset: 11,
  });
  expect(inputUnder('openhands', 'read', { path: '/f', view_range: 'all' })).toEqual({ path: '/f' });
});
