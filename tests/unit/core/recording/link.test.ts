import fc from 'fast-check';
import { Deflate, deflateSync, strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
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
import { sampleRecording } from './samples.ts';

const link = linkOf(sampleRecording({ title: 'A build that fails: <b>why?</b>' }));

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
    const valid = [...link];
    const mutated = fc
      .array(fc.tuple(fc.nat(valid.length), fc.string({ maxLength: 3 })), { maxLength: 4 })
      .map((edits) => {
        const characters = [...valid];
        for (const [at, text] of edits) characters.splice(at, text.length, text);
        return characters.join('');
      });
    const fragment = fc.oneof(
      fc.string({ maxLength: 200 }),
      mutated,
      fc.string().map((text) => linkPrefix + text),
    );
    fc.assert(
      fc.property(fragment, (text) => {
        const opened = openLink(text);
        return opened.ok || (opened.message.length > 20 && opened.message.length < 500);
      }),
      { numRuns: 100_000 },
    );
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
