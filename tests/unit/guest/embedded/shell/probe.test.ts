import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { TestShell } from './shellHarness.ts';

it('probe', async () => {
  const shell = new TestShell();
  const scripts: string[] = JSON.parse(readFileSync('/tmp/probe.json', 'utf8'));
  for (const s of scripts) {
    const r = await shell.run(s, { maxBuiltBytes: 8 << 20 });
    console.log(
      '$ ' +
        s +
        '\n' +
        r.writes
          .map(
            (w) =>
              `${w.stream === 'stdout' ? '1' : '2'}@${w.atMs.toFixed(0)} ${JSON.stringify(w.text).slice(0, 400)}`,
          )
          .join('\n') +
        `\n=> ${r.exitCode} ${JSON.stringify(r.notes)} ${s.startsWith('#') ? JSON.stringify(r.state, null, 1) : ''}`,
    );
  }
}, 60000);
