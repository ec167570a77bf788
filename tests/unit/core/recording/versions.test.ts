import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Recording } from '../../../../src/core/index.ts';
import { linkOf, openLink, openRecordingFile, parseRecording } from '../../../../src/core/recording/index.ts';
import { fullRecording } from './samples.ts';

const folder = new URL('../../../recordings/', import.meta.url);
const names = readdirSync(folder).filter((name) => /^v\d+\.json$/.test(name));
const newest = 2;

interface Fixture {
  readonly link: string;
  readonly document: Recording;
}
const fixtureOf = (name: string): Fixture => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

describe('a document of every version', () => {
  test('is kept', () => {
    expect(names).toEqual(Array.from({ length: newest }, (_, at) => `v${at + 1}.json`));
  });

  test.each(names)(
    '%s opens, from its link of that time, its file and its JSON, in the newest form',
    (name) => {
      const { link, document } = fixtureOf(name);
      expect(`v${document.version}.json`).toBe(name);
      const recording = { ...document, version: newest };
      expect(openLink(link)).toEqual({ ok: true, recording });
      expect(parseRecording(document)).toEqual({ ok: true, recording });
      const bytes = new TextEncoder().encode(JSON.stringify(document));
      expect(openRecordingFile(bytes)).toEqual({ ok: true, recording });
    },
  );

  test('the newest is what is made now, to the character of its link', () => {
    const { link, document } = fixtureOf(`v${newest}.json`);
    expect(fullRecording()).toEqual(document);
    expect(linkOf(fullRecording())).toBe(link);
  });

  test.each([0, -1, 1.5, '1', null])('a version %j that never was is refused', (version) => {
    expect(parseRecording({ ...fullRecording(), version })).toMatchObject({ ok: false, code: 'invalid' });
  });
});

describe('the order of events', () => {
  /** The document with its events changed, as somebody might who wants a page to wait for ever. */
  const without = (...indexes: readonly number[]) => {
    const recording = fullRecording();
    return { ...recording, events: recording.events.filter((_event, at) => !indexes.includes(at)) };
  };
  const at = (type: string) => fullRecording().events.findIndex((event) => event.type === type);

  test.each(['job-started', 'command-started', 'wake'])('without its %s is refused', (type) => {
    expect(parseRecording(without(at(type)))).toMatchObject({ ok: false, code: 'invalid' });
  });

  test.each(['job-started', 'job-ended', 'command-started', 'command-ended', 'wake', 'record'])(
    'with its %s twice is refused',
    (type) => {
      const recording = fullRecording();
      const index = at(type);
      const event = recording.events[index];
      const events = event === undefined ? [] : recording.events.toSpliced(index, 0, event);
      expect(parseRecording({ ...recording, events })).toMatchObject({ ok: false, code: 'invalid' });
    },
  );

  test('without the end of a job or of a command is that of a session that was shared while they ran', () => {
    expect(parseRecording(without(at('job-ended'))).ok).toBe(true);
    expect(parseRecording(without(at('command-ended'))).ok).toBe(true);
  });
});
