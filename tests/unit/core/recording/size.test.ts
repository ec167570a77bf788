import { expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/core/index.ts';
import { linkOf, longLinkUnits, openLink, recordSession } from '../../../../src/core/recording/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import { hashOf } from './samples.ts';

const bytesPerTurn = 512 * 1024;

/** Twenty questions as a person asks them, each with a large output behind the answer. */
const topics =
  'build logs, failing tests, lint warnings, the bundle, type errors, coverage, the server, slow queries, open ports, memory, dead links, old packages, licences, the schema, migrations, retries, the cache, flaky runs, time zones, the release'.split(
    ', ',
  );

test('20 turns with 10 MB of outputs, each another, are a link of at most 8,000 characters', () => {
  const log = new LogWriter();
  const outputs = new Map<string, string>();
  for (const [at, topic] of topics.entries()) {
    const turn = at + 1;
    const line = `${topic} ${turn}: all is well\n`;
    const output = line.repeat(Math.ceil(bytesPerTurn / line.length)).slice(0, bytesPerTurn);
    const count = `${output.length + at} ${topic}\n`;
    outputs.set(`${turn}.1.0`, output).set(`${turn}.2.0`, count);
    const savedAs = {
      path: `/home/user/.claude/projects/-home-user-project/session/tool-results/call_${at}.txt`,
      bytes: bytesPerTurn,
    };
    log
      .user(turn, `What about ${topic}?`)
      .step(turn, 1, [
        text(`I will look at ${topic} and read what comes out.`),
        call(`call_${at}`, `npm run check -- --only "${topic}"`),
      ])
      .record(`${turn}.1.0`, output, {
        callId: `call_${at}`,
        savedAs,
        startedAtMs: 1_800_000_000_000 + at * 61_237,
      })
      .step(turn, 2, [call(`count_${at}`, `wc -c "${savedAs.path}"`)])
      .record(`${turn}.2.0`, count, { callId: `count_${at}`, startedAtMs: 1_800_000_009_000 + at * 61_237 })
      .step(turn, 3, [
        text(`About ${topic}: its ${output.length} bytes end with a line that says all is well.`),
      ])
      .end(turn);
  }
  const recording = recordSession({
    events: log.events,
    app: '0.1.0',
    clockStartMs: 0,
    // What every page has travels by its name and hash.
    workspace: { known: 'demo', sha256: sha256Hex('files') },
    system: { known: 'claude-code', sha256: sha256Hex('system') },
    tools: { known: 'claude-code', sha256: sha256Hex('tools') },
    bytesOf: (key) => ({ stdout: hashOf(outputs.get(key) ?? ''), stderr: null, result: { kind: 'derived' } }),
  });
  const written = [...outputs.values()].reduce((total, output) => total + output.length, 0);
  expect(written).toBeGreaterThan(10 * 1024 * 1024);
  const views = new Set(
    recording.events.flatMap((event) => (event.type === 'record' ? [event.view?.sha256] : [])),
  );
  expect(views.size).toBe(2 * topics.length);
  const link = `https://spillway.example/#${linkOf(recording)}`;
  console.log(`20 turns, 40 results, ${written} bytes of output: a link of ${link.length} characters`);
  expect(link.length).toBeLessThanOrEqual(longLinkUnits);
  expect(openLink(link.slice(link.indexOf('#') + 1))).toEqual({ ok: true, recording });
});
