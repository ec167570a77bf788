import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Deflate, deflateSync, gzipSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  type JsonValue,
  linesOfRecording,
  sha256Hex,
  transcriptOfRecording,
} from '../../../../src/core/index.ts';
import {
  bytesBase64Url,
  canonicalJson,
  linkOf,
  linkPrefix,
  openLink,
  openPacked,
  openRecordingFile,
  packRecording,
  parseRecording,
  recordingFile,
} from '../../../../src/core/recording/index.ts';
import { finished } from '../../finished.ts';
import { fullRecording, sampleRecording } from './samples.ts';

const link = linkOf(sampleRecording({ title: 'A build that fails: <b>why?</b>' }));

/** Every version of the document that there was, and one with every kind of event. */
const documents: readonly JsonValue[] = [
  ...['v1', 'v2'].map(
    (version) =>
      (JSON.parse(readFileSync(`tests/recordings/${version}.json`, 'utf8')) as { document: JsonValue })
        .document,
  ),
  fullRecording() as unknown as JsonValue,
];
const payloads = documents.map((document) =>
  bytesBase64Url(deflateSync(strToU8(JSON.stringify(document)), { level: 9 })),
);

function checkedLink(payload: string): string {
  return `${linkPrefix}name/${payload.length.toString(36)}-${sha256Hex(payload).slice(0, 8)}/${payload}`;
}
const linkOfDocument = (document: JsonValue) =>
  checkedLink(bytesBase64Url(deflateSync(strToU8(JSON.stringify(document)), { level: 1 })));
const links = [link, ...payloads.map(checkedLink)];

const place = fc.nat(1_000_000);
const edits = fc.array(fc.tuple(place, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 4 });
const mutated = (texts: readonly string[]) =>
  fc.tuple(fc.nat(texts.length - 1), edits).map(([which, each]) => {
    let text = texts[which] ?? '';
    for (const [at, put] of each) {
      const start = at % (text.length + 1);
      text = text.slice(0, start) + put + text.slice(start + put.length);
    }
    return text;
  });

const valuesOfDocuments = documents.map(valuesOf);
const others = fc.oneof(
  fc.constantFrom<JsonValue>(
    -1,
    1e308,
    '\u202e',
    'a\nb',
    '__proto__',
    'constructor',
    'job-ended',
    '9.9.9',
    '0.1.1',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
);
/** A document with one of its values, wherever it stands, replaced by a strange one, or by one from another place. */
const mutatedDocument = fc
  .tuple(fc.nat(documents.length - 1), place, fc.oneof(place, others))
  .map(([which, at, other]) => {
    const values = valuesOfDocuments[which] ?? [];
    const wanted = at % values.length;
    const value = typeof other === 'number' && other >= 0 ? (values[other % values.length] ?? null) : other;
    let seen = -1;
    const copy = (from: JsonValue): JsonValue => {
      seen += 1;
      if (seen === wanted) return value;
      if (typeof from !== 'object' || from === null) return from;
      if (Array.isArray(from)) return from.map((each) => copy(each as JsonValue));
      return Object.fromEntries(Object.entries(from).map(([name, each]) => [name, copy(each ?? null)]));
    };
    return copy(documents[which] ?? null);
  });

/** Every value in it, in the order in which a copy meets them. */
function valuesOf(value: JsonValue): readonly JsonValue[] {
  if (typeof value !== 'object' || value === null) return [value];
  return [value, ...Object.values(value).flatMap((member) => valuesOf((member ?? null) as JsonValue))];
}

describe('a link', () => {
  test('opens as the recording that it was made of, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (command, title) => {
        const recording = sampleRecording({ command, title });
        expect(openLink(linkOf(recording))).toEqual({ ok: true, recording });
      }),
    );
  });

  test('is the same for the same recording, names it for people, and needs no escape in an address', () => {
    expect(linkOf(sampleRecording({ title: 'A build that fails: <b>why?</b>' }))).toBe(link);
    expect(link.startsWith(`${linkPrefix}a-build-that-fails-b-why-b/`)).toBe(true);
    expect(new URL(`#${link}`, 'https://example.test/').hash).toBe(`#${link}`);
  });

  test('row 50: that lost its end says so, wherever it was cut', () => {
    const payloadAt = link.lastIndexOf('/') + 1;
    for (let end = 0; end < link.length; end++) {
      const opened = openLink(link.slice(0, end));
      expect(opened.ok).toBe(false);
      if (!opened.ok && end >= payloadAt) {
        expect(opened.code).toBe('cut');
        expect(opened.message).toContain(
          `${(link.length - end).toLocaleString('en-US')} characters are missing`,
        );
      }
    }
  });

  test('in which one character was changed is refused with one sentence', () => {
    fc.assert(
      fc.property(fc.nat(link.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        fc.pre(link[at] !== character);
        const opened = openLink(link.slice(0, at) + character + link.slice(at + 1));
        // The name is for people: it may be anything without a slash.
        if (opened.ok) expect(at).toBeGreaterThanOrEqual(linkPrefix.length);
        else expect(opened.message).toMatch(/^[A-Z][^\n]+\.$/);
      }),
      { numRuns: 2_000 },
    );
  });

  test('of a hundred thousand random or mutated fragments none throws, and each that fails says why', () => {
    const fragment = fc.oneof(
      { weight: 60, arbitrary: fc.string({ maxLength: 120 }) },
      { weight: 40, arbitrary: fc.string().map((text) => linkPrefix + text) },
      { weight: 20, arbitrary: mutated(links) },
      // The check value is right, so that what is behind it is met.
      {
        weight: 1,
        arbitrary: mutated(payloads).map(checkedLink),
      },
      {
        weight: 1,
        arbitrary: mutatedDocument.map(linkOfDocument),
      },
    );
    let opened = 0;
    fc.assert(
      fc.property(fragment, (text) => {
        const found = openLink(text);
        if (!found.ok) return /^[A-Z][^\n]{20,500}\.$/.test(found.message);
        opened += 1;
        // What is let in can be read: as a page, as a file.
        const { entries } = finished(transcriptOfRecording(found.recording));
        return [...linesOfRecording(found.recording)].length > 0 && entries.length >= 0;
      }),
      { numRuns: 100_000 },
    );
    expect(opened).toBeGreaterThan(500);
  });

  test('of a newer form asks to reload', () => {
    expect(openLink(link.replace('/r/1/', '/r/2/'))).toMatchObject({ ok: false, code: 'newer' });
    const newer = { ...sampleRecording(), version: 3 };
    expect(openLink(linkOf(newer))).toMatchObject({ ok: false, code: 'newer' });
  });
});

describe('a recording as a file', () => {
  test('opens as what it was made of, packed or as plain JSON, and is the same file each time', () => {
    const recording = sampleRecording();
    const file = recordingFile(recording);
    expect(recordingFile(recording)).toEqual(file);
    expect(openRecordingFile(file)).toEqual({ ok: true, recording });
    expect(openRecordingFile(strToU8(canonicalJson(recording)))).toEqual({ ok: true, recording });
  });

  test('that was cut, changed, or is something else is refused in one sentence', () => {
    const file = recordingFile(sampleRecording());
    // The last eight bytes are a check and a length of gzip's own, behind the last of the text.
    for (let end = 0; end < file.length - 8; end += 7) {
      expect(openRecordingFile(file.slice(0, end))).toMatchObject({ ok: false, code: 'damaged' });
    }
    expect(openRecordingFile(strToU8('%PDF-1.7'))).toMatchObject({
      ok: false,
      message: 'This file is no recording: choose one that ends in .spillway.json.gz.',
    });
  });
});

describe('a packed recording', () => {
  test('that unfolds to more than may be is not unfolded, exactly at the limit', () => {
    const recording = sampleRecording();
    const packed = packRecording(recording);
    const size = canonicalJson(recording).length;
    expect(openPacked(packed, size)).toEqual({ ok: true, recording });
    expect(openPacked(packed, size - 1)).toMatchObject({ ok: false, code: 'too-large' });
  });

  test('that is a bomb is refused before the whole of it is made', () => {
    const bomb = deflateBomb(16);
    expect(bomb.length).toBeLessThan(20_000);
    expect(openPacked(bomb, 1024 * 1024)).toMatchObject({ ok: false, code: 'too-large' });
  });

  test('that takes longer than it may, by the clock of its reader, is not unfolded; exactly so long it is', () => {
    const recording = sampleRecording({ title: 'x'.repeat(3_000_000) });
    // Not squeezed: many pieces, between which the clock is looked at.
    const packed = deflateSync(strToU8(canonicalJson(recording)), { level: 0 });
    const steps = Math.ceil(packed.length / 4096);
    const clock = () => {
      let nowMs = 1_000;
      return { asked: () => nowMs - 1_000, now: () => nowMs++ };
    };
    const patient = clock();
    expect(openPacked(packed, undefined, { now: patient.now, maxMs: steps })).toEqual({
      ok: true,
      recording,
    });
    expect(patient.asked()).toBe(steps + 1);
    const hasty = clock();
    expect(openPacked(packed, undefined, { now: hasty.now, maxMs: steps - 1 })).toMatchObject({
      ok: false,
      code: 'too-slow',
    });
    const file = gzipSync(strToU8(canonicalJson(recording)), { level: 0 });
    expect(openRecordingFile(file, { now: clock().now, maxMs: 9 })).toMatchObject({ code: 'too-slow' });
    const sent = linkOf(sampleRecording());
    expect(openLink(sent, { now: clock().now, maxMs: 0 })).toMatchObject({ code: 'too-slow' });
    expect(openLink(sent, { now: clock().now, maxMs: 1 })).toMatchObject({ ok: true });
  });

  test('of bytes that are no deflate, or no JSON, is damaged', () => {
    expect(openPacked(new Uint8Array([255, 254, 1, 2, 3]))).toMatchObject({ ok: false, code: 'damaged' });
    expect(openPacked(new Uint8Array())).toMatchObject({ ok: false, code: 'damaged' });
    expect(openPacked(deflateSync(strToU8('{"format":')))).toMatchObject({ ok: false, code: 'damaged' });
  });
});

describe('a document', () => {
  const recording = sampleRecording();

  test('that came through JSON is the same document', () => {
    expect(parseRecording(JSON.parse(canonicalJson(recording)))).toEqual({ ok: true, recording });
  });

  test('keeps no property that is not part of its form', () => {
    const extended = {
      ...recording,
      baseUrl: 'https://evil.test',
      guest: { ...recording.guest, network: ['a'] },
    };
    expect(parseRecording(extended)).toEqual({ ok: true, recording });
  });

  test.each(['../a', 'a/../../b', '/etc/passwd', 'a//b', '', '.', 'a/./b', 'a\0b'])(
    'with a file at %j is refused: it would leave the workspace',
    (path) => {
      const guest = { ...recording.guest, workspace: { files: [{ path, text: '' }] } };
      expect(parseRecording({ ...recording, guest })).toMatchObject({ ok: false, code: 'invalid' });
    },
  );

  test('whose results answer no call, or answer one twice, is refused', () => {
    const result = recording.events.find(({ type }) => type === 'record');
    const twice = {
      ...recording,
      events: recording.events.flatMap((event) => (event === result ? [event, event] : [event])),
    };
    expect(parseRecording(twice)).toMatchObject({
      ok: false,
      message: expect.stringContaining('no call waits for'),
    });
  });

  test('of any shape is answered, never thrown at', () => {
    const shape = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
    fc.assert(fc.property(shape, (value) => !parseRecording(value).ok));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(recording)), fc.jsonValue(), (name, value) => {
        const opened = parseRecording({ ...recording, [name]: value });
        return opened.ok || opened.message.length > 20;
      }),
    );
  });
});

/** A deflate stream of zeros, `mebibytes` long unfolded: blocks that repeat, with an end. */
function deflateBomb(mebibytes: number): Uint8Array {
  const zeros = new Uint8Array(1024 * 1024);
  const parts: Uint8Array[] = [];
  // fflate's own stream, a mebibyte at a time, so that the test does not hold what it describes.
  const deflate = new Deflate({ level: 9 }, (part) => parts.push(part));
  for (let count = 1; count <= mebibytes; count++) deflate.push(zeros, count === mebibytes);
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
