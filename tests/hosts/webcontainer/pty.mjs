import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const broker = fileURLToPath(new URL('./ptyBroker.py', import.meta.url));

/**
 * Programs on real pseudo-terminals. Node has none without a native module, so one Python process makes them all.
 * `spawn` resolves with `{ listen, write, resize, kill, pause, resume, close }` and rejects where a program cannot be
 * started. The exit is the code, or minus the number of the signal.
 */
export async function startPtyBroker() {
  const folder = mkdtempSync(join(tmpdir(), 'spillway-pty-'));
  const path = join(folder, 'broker');
  const python = spawn('python3', ['-u', broker, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    python.once('error', reject);
    python.once('exit', (code) => reject(new Error(`the broker of terminals ended with ${code}`)));
    python.stdout.once('data', resolve);
  });
  return {
    spawn: (order) => spawnOnPty(path, order),
    close() {
      python.stdin.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function frame(kind, payload) {
  const head = Buffer.alloc(5);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

function spawnOnPty(path, order) {
  const socket = connect(path);
  const send = (kind, value) =>
    socket.write(frame(kind, Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))));
  let listeners = null;
  let early = [];
  let isOver = false;
  const emit = (event) => {
    if (listeners) event(listeners);
    else early.push(event);
  };
  const process = {
    /** Output that came before is handed over at once. */
    listen(given) {
      listeners = given;
      for (const event of early) event(given);
      early = [];
    },
    write: (text) => send('I', Buffer.from(text)),
    resize: (size) => send('R', size),
    kill: (signal) => send('K', { signal }),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0);
    socket.on('error', reject);
    socket.once('connect', () => send('S', order));
    socket.on('data', (chunk) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (held.length >= 5) {
        const length = held.readUInt32BE(1);
        if (held.length < 5 + length) return;
        const kind = held.toString('latin1', 0, 1);
        const payload = held.subarray(5, 5 + length);
        held = held.subarray(5 + length);
        if (kind === 'B') resolve(process);
        if (kind === 'E') reject(new Error(payload.toString()));
        if (kind === 'O') emit(({ onOutput }) => onOutput(payload));
        if (kind === 'X') {
          isOver = true;
          const { code } = JSON.parse(payload.toString());
          emit(({ onExit }) => onExit(code));
        }
      }
    });
    socket.on('close', () => {
      if (!isOver) emit(({ onExit }) => onExit(-9));
    });
  });
}
