import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest, type Guest } from '../../../../../src/guest/index.ts';

let guest: Guest;

beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});

afterAll(() => guest.dispose());

/** What the patch of just-bash is for; only the built worker has it. Each with what bash and GNU's tools print. */
const commands: Readonly<Record<string, string>> = {
  "grep -o '[0-9]*' <<< a12b3; grep -o 'x*' <<< ''; echo $?": '12\n3\n0\n',
  'mkdir -p /tmp/g/d1/in /tmp/g/d2; cd /tmp/g; touch f; echo */; echo */*/; for d in /tmp/g/*/; do echo "$d"; done':
    'd1/ d2/\nd1/in/\n/tmp/g/d1/\n/tmp/g/d2/\n',
  'cd /tmp; mkdir e; cd e; echo no*/; ls -d */ 2>&1 | wc -l': 'no*/\n1\n',
  'jq -r \'.|@csv\' <<< \'[1,"a","b,c",null,true]\'': '1,"a","b,c",,true\n',
  'python3 x 2>&1 | head -1': 'bash: line 1: python3: command not found\n',
  'head -c 70000 /dev/zero > z; for n in 1 2 3; do cat z z z z z z; done | wc -c; md5sum < z':
    '1260000\n874410694fa6ef97accb67ea8decd9ca  -\n',
  'for size in 65535 65536 65537 1048576; do head -c $size /dev/zero | tr "\\0" a > f; sed s/b/c/ f | wc -c; done':
    '65535\n65536\n65537\n1048576\n',
};

test.each(Object.entries(commands))('%s', async (command, stdout) => {
  let text = '';
  for await (const chunk of guest.run(command).output) {
    if (chunk.stream === 'stdout') text += new TextDecoder().decode(chunk.bytes);
  }
  expect(text).toBe(stdout);
});
