/** Each runs in one persistent shell, after those before it; together they touch what asks for time or chance. */
export const seededCommands: readonly string[] = [
  'date; date +%s%N; date -u +%FT%T.%NZ; date -d "1 hour ago" +%s',
  'echo $RANDOM $RANDOM $((RANDOM % 100)) $SRANDOM; RANDOM=7; echo $RANDOM',
  'echo $SECONDS $EPOCHSECONDS $EPOCHREALTIME; sleep 0.01; echo $EPOCHREALTIME',
  'time sleep 0.02',
  '{ time ls -la; } 2>&1',
  'mkdir -p src/deep test && for i in 1 2 3 4 5; do echo "line $i" > src/f$i.txt; done; ls -l --time-style=full-iso src',
  'stat -c "%n %Y %y %s" src/*.txt; stat src/f1.txt',
  'touch marker; echo later > src/later.txt; find . -newer marker | sort',
  'find . -newermt "2031-01-01" -type f -printf "%p %T@ %TY-%Tm-%Td\\n" | sort',
  'mktemp; mktemp -d; mktemp -u name.XXXXXXXX; mktemp -p . t.XXXXXX',
  'shuf -i 1-50 | tr "\\n" " "; seq 20 | sort -R | tr "\\n" " "; shuf -n 3 -e a b c d e f',
  'head -c 16 /dev/urandom | xxd; tr -dc a-z0-9 < /dev/urandom | head -c 24; echo',
  'uuidgen; uuidgen; cat /proc/sys/kernel/random/uuid',
  `awk 'BEGIN { print rand(), rand(); srand(); print srand(), rand(); srand(3); print rand(); print systime() }'`,
  'echo $$ $PPID $BASHPID; bash -c "echo \\$\\$ \\$PPID"',
  'x=0; while [ $x -lt 300 ]; do x=$((x+1)); done; echo $x $EPOCHREALTIME',
  'end=$(( $(date +%s%3N) + 30 )); n=0; while [ $(date +%s%3N) -lt $end ]; do n=$((n+1)); done; echo $n',
  'cp src/f1.txt copy.txt; cp -p src/f1.txt kept.txt; mv copy.txt moved.txt; ln -s moved.txt link; ls -l --time-style=+%s.%N',
  '[ src/f2.txt -nt src/f1.txt ] && echo newer; [ src/f1.txt -ot src/later.txt ] && echo older; touch src/f1.txt; [ src/f1.txt -nt src/later.txt ] && echo touched',
  'tar -cf all.tar src && sha256sum all.tar && tar -tvf all.tar',
  'tar -cz src | sha256sum; gzip -k src/f1.txt; sha256sum src/f1.txt.gz; zip -q all.zip src/*.txt; sha256sum all.zip',
  'printf "out: in\\n\\tcp in out\\n\\t@date +%%s%%N >> log\\n" > Makefile; echo 1 > in; make; make; sleep 0.01; touch in; make; cat log',
  'git init -q . && git config user.email a@b.c && git config user.name A && git add src Makefile && git commit -qm first && git log --format="%H %at %ci"',
  'echo change >> src/f1.txt; git commit -qam second; git log --oneline; git rev-parse HEAD; git diff HEAD~1 --stat',
  'node -e "console.log(Date.now(), new Date().toISOString(), Math.random(), Math.random())"',
  'node -p "crypto.randomBytes(8).toString(\'hex\') + crypto.randomUUID() + crypto.randomInt(1000)"',
  'node -e "const t = process.hrtime.bigint(); const p = performance.now(); setTimeout(() => console.log(process.hrtime.bigint() - t, performance.now() - p, performance.timeOrigin), 25)"',
  "node -e \"setTimeout(() => console.log('c', Date.now()), 12); setTimeout(() => console.log('b', Date.now()), 5); setImmediate(() => console.log('i')); setTimeout(() => console.log('a', Date.now()), 1)\"",
  'node -e "let n = 0; const t = setInterval(() => { console.log(Date.now()); if (++n === 4) clearInterval(t) }, 7)"',
  'node -e "const end = Date.now() + 20; let n = 0; while (Date.now() < end) n++; console.log(n)"',
  'node -e "let done = false, n = 0; setTimeout(() => { done = true }, 3); (function spin() { n++; done ? console.log(n, Date.now()) : setImmediate(spin) })()"',
  'node -e "console.log(process.pid, process.ppid, process.uptime(), os.uptime(), process.memoryUsage())"',
  `node -e "fs.writeFileSync('a.js', '1'); fs.mkdirSync('made'); fs.appendFileSync('a.js', '2'); const s = fs.statSync('a.js'); console.log(s.mtimeMs, s.ctime, s.birthtimeMs, fs.statSync('made').mtime)"`,
  `node -e "Promise.all([1, 2, 3].map((n) => fs.promises.writeFile('p' + n, String(n)))).then(() => console.log(fs.readdirSync('.').filter((f) => f[0] === 'p').map((f) => [f, fs.statSync(f).mtimeMs])))"`,
  "node -e \"console.time('t'); for (let i = 0; i < 1000; i++); console.timeEnd('t'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15); console.log(Date.now())\"",
  "node -p \"new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long', timeZone: 'UTC' }).format()\"",
  'node -e "console.log(child_process.execSync(\'date +%s%N; echo \\$RANDOM\').toString(), Date.now())"',
  `node -e "const c = child_process.spawn('node', ['-e', 'setTimeout(() => console.log(Date.now(), Math.random()), 20)']); c.stdout.on('data', (d) => process.stdout.write(d)); c.on('close', (code) => console.log(code, c.pid, Date.now()))"`,
  `cat > sum.js <<'END'
exports.sum = (a, b) => a + b;
exports.later = (ms) => new Promise((resolve) => setTimeout(resolve, ms, Date.now()));
END
cat > test/sum.test.js <<'END'
const { test, describe } = require('node:test');
const assert = require('node:assert');
const { sum, later } = require('../sum.js');
test('adds', () => assert.strictEqual(sum(1, 2), 3));
test('fails', () => assert.strictEqual(sum(1, 1), 3));
describe('time', () => { test('waits', async () => { assert.ok(await later(20)); }); });
END
cat > test/more.test.js <<'END'
require('node:test').test('random', (t) => { t.diagnostic(String(Math.random())); });
END
node --test`,
  'node --test --test-reporter=tap',
  `printf '{"name":"p","version":"1.0.0","scripts":{"test":"node --test test/more.test.js","when":"date +%%s%%N"}}' > package.json; npm test`,
  'npm run -s when; npm run when',
  'echo "a b c" | node -e "process.stdin.on(\'data\', (d) => console.log(String(d).trim(), Date.now()))" | cat -A',
  'node sum.js > out.txt; for i in 1 2 3; do node -p "$i + Math.random()" >> out.txt; done; cat out.txt; stat -c %y out.txt',
  'sleep 0.05 & echo started $!; wait; date +%s%N; jobs',
  '(sleep 0.02; exit 3) & wait $!; echo $? $EPOCHREALTIME',
  'timeout 0.05 sleep 5; echo $? $(date +%s%N)',
  'timeout 5 node -e "setTimeout(() => console.log(Date.now()), 10)"; date +%s%N',
  'read -t 0.02 x < <(sleep 1); echo $? ; date +%s%N',
  'seq 1 3 | while read n; do date +%N; done; seq 2000 | tee seen | wc -l; stat -c "%n %y" seen',
  'f() { local t=$EPOCHREALTIME; sleep 0.01; echo $t $EPOCHREALTIME; }; f; f',
  'sed -i.bak s/line/LINE/ src/f2.txt; ls -lt --time-style=full-iso src | head -4; rm src/f2.txt.bak',
  'jq -n "now, (now | todate)"; printf "%(%F %T)T\\n" -1; echo $RANDOM$RANDOM',
  'ps -o pid,ppid,etime,args; df . | head -1; ls -la /tmp; ls -ld --time-style=full-iso / /etc /dev/null',
  'dd if=/dev/zero of=zero bs=1k count=64; touch -d "2 days ago" old; find . -maxdepth 1 -mtime +1; date -r old +%s%N',
  'node -e "for (let n = 0; n < 4; n++) console.log(n)" | while read n; do echo $n >> list; date +%N; done; stat -c "%n %y" list; date +%N',
  '(node -p 1; sleep 0.03; date +%N) | tee first | (cat; date +%N) > second; cat second; stat -c "%n %y" first second; date +%N',
  'npm test 2>&1 | tee npm.log | tail -1; stat -c %y npm.log; ls src | xargs -n 1 node -p "process.argv[1] + Date.now()" | tee names | wc -l; stat -c %y names',
  `node -e "console.log('o'.repeat(300000)); console.error('e'.repeat(200000)); fs.writeFileSync('w', '')" > big.out 2> big.err; stat -c "%n %s %y" big.out big.err w`,
  `node -e "stream.pipeline(fs.createReadStream('big.out'), zlib.createGzip(), fs.createWriteStream('big.gz'), () => console.log(fs.statSync('big.gz').mtimeMs, Date.now()))"`,
  `node -e "const rl = readline.createInterface({ input: fs.createReadStream('sum.js') }); rl.on('line', (l) => console.log(l.length, Date.now())); rl.on('close', () => crypto.scrypt('a', 'b', 8, (e, k) => console.log(k.toString('hex'), Date.now())))"`,
  `node -e "const s = http.createServer((q, r) => r.end(q.url)).listen(0, async () => { const a = await fetch('http://localhost:' + s.address().port + '/x'); console.log(await a.text(), Date.now()); s.close() })"`,
  'cat missing-file; false; echo $? | tee status; date >&2; exit 4',
];
