// Makes pairs and triples of texts by chance (seeded), asks the real git for their diffs and merges and
// writes both to `generated.json`: `node tests/unit/guest/embedded/shell/git/recordGenerated.mjs`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let seed = 12345;
function below(limit) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % limit;
}

const common = ['}', '', '  x();', '  y();', 'function a() {', '    deep', 'end', '\tt', '  if (a) {', '  }'];

function lines(count, mostlyUnique) {
  return Array.from({ length: count }, (_each, index) =>
    mostlyUnique && below(3) > 0 ? `line ${index} ${below(50)}\n` : `${common[below(common.length)]}\n`,
  );
}

function changed(original, times) {
  const list = [...original];
  for (let left = times; left > 0; left--) {
    const at = below(list.length + 1);
    const count = below(5);
    const kind = below(4);
    if (kind === 0) list.splice(at, count);
    else if (kind === 1) list.splice(at, 0, ...lines(count, false));
    else if (kind === 2) list.splice(at, 0, ...list.slice(at, at + count));
    else list.splice(at, count, ...lines(count, true));
  }
  return list.join('');
}

const folder = mkdtempSync(join(tmpdir(), 'spillway-diffs-'));
function git(args, files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout;
}

const diffs = [];
const merges = [];
for (let index = 0; index < 60; index++) {
  const original = lines(5 + below(30), index % 2 === 0);
  const old = original.join('');
  const now = index % 7 === 0 ? changed(original, 4).replace(/\n$/, '') : changed(original, 1 + below(6));
  const patch = git(['diff', '--no-index', 'old', 'now'], { old, now });
  diffs.push({ old, now, hunks: patch.split('\n').slice(4).join('\n') });
}
for (let index = 0; index < 40; index++) {
  const original = lines(5 + below(25), index % 3 > 0);
  const files = { base: original.join(''), ours: changed(original, 2), theirs: changed(original, 2) };
  const merged = git(
    ['merge-file', '-p', '-L', 'HEAD', '-L', 'base', '-L', 'x', 'ours', 'base', 'theirs'],
    files,
  );
  merges.push({ ...files, merged });
}
rmSync(folder, { recursive: true });
writeFileSync(new URL('generated.json', import.meta.url), `${JSON.stringify({ diffs, merges }, null, 1)}\n`);
