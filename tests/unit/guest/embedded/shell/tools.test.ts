import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

/** Each with what bash 5.2 and GNU's tools print. */
const commands: Readonly<Record<string, string>> = {
  'mkdir -p s; echo foo > s/a; grep -rn foo; grep -rl foo .; grep -r -e foo; grep -rn foo s':
    's/a:1:foo\n./s/a\ns/a:foo\ns/a:1:foo\n',
  "echo 'a b' | xargs -I{} echo '[{}]'; printf 'x y\\nz\\n' | xargs -I % echo 'l:%'": '[a b]\nl:x y\nl:z\n',
  'seq 4 | xargs -n2; seq 3 | xargs; seq 2 | xargs -P2 -n1 echo p': '1 2\n3 4\n1 2 3\np 1\np 2\n',
  "printf 'a\\0b c' | xargs -0 -n1 echo; echo '\"a b\" c' | xargs -n1 echo": 'a\nb c\na b\nc\n',
  'true | xargs echo none; true | xargs -r echo none': 'none\n',
  "seq 2 | xargs -n1 sh -c 'exit 1'; echo $?; echo x | xargs nocmd 2>/dev/null; echo $?": '123\n127\n',
  'seq 10000 | xargs | wc -l; seq 50000 | xargs echo | wc': '1\n      3   50000  288894\n',
  "echo x > f; chmod 640 f; stat -c '%a %s %n %F' f; stat --printf '%A,%s\\n' f":
    '640 2 f regular file\n-rw-r-----,2\n',
  'touch -d 2020-02-03 f; stat -c %Y f; date -r f +%F; date -I -d @0': '1580688000\n2020-02-03\n1970-01-01\n',
  "date -d '2024-01-15 +1 day' +%F; date -d '2024-01-31 10:00 2 hours ago' '+%F %T'":
    '2024-01-16\n2024-01-31 08:00:00\n',
  "date -d '2024-01-15' +%F; date -d 'Jan 5 2024' +%F; date -d '2024-02-01 -1 month' +%F":
    '2024-01-15\n2024-01-05\n2024-01-01\n',
  "printf '{ print NR\":\"$0 }\\n' > p.awk; echo in | awk -f p.awk; awk -F: -v n=2 '{ print $n }' <<< a:b":
    '1:in\nb\n',
  "echo -e '\\xe2\\x9c\\x93 ok\\n\\x41'; printf '\\342\\234\\224 %s\\n' done; echo '\\xe2'":
    '✓ ok\nA\n✔ done\n\\xe2\n',
};

it.each(Object.entries(commands))('%s', async (command, stdout) => {
  expect((await new TestShell().run(command)).stdout).toBe(stdout);
});

it('searches many files in their order, also where some are large, missing, folders or standard input', async () => {
  const command =
    "for i in $(seq 150); do echo \"x $i\" > f$i; done; head -c 100000 /dev/zero | tr '\\0' x > f70; mkdir d; echo x > d/y; echo x | grep -n 'x *7*$' f{1..72} missing d - /dev/null f{73..150} 2>&1 | cut -c1-20; grep -rc x . | sort | tail -2";
  // What GNU grep prints of the same.
  const expected =
    'f7:1:x 7\nf70:1:xxxxxxxxxxxxxx\ngrep: missing: No su\ngrep: d: Is a direct\n(standard input):1:x\nf77:1:x 77\n./f99:1\n./f9:1\n';
  expect((await new TestShell().run(command)).stdout).toBe(expected);
});
