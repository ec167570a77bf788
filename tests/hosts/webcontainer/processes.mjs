import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Bytes on the way to the page that it has not taken: then the program waits. */
const windowBytes = 4 * 1024 * 1024;
/** A pause in the output after which a chunk is cut at the border of a character no more. */
const longestCharBytes = 4;

/**
 * Runs one program for the connection that asks for it: text messages are orders (`spawn` first), bytes are output.
 * Reports `started`, `failed`, `exit`, `closed` as text.
 */
export function runForConnection(connection, { instance, broker, faults }) {
  let process = null;
  let inFlight = 0;
  let isPaused = false;
  /** The first bytes of a character whose rest has not come. */
  let rest = Buffer.alloc(0);
  const tell = (message) => connection.send(JSON.stringify(message));

  function send(bytes) {
    if (bytes.length === 0) return;
    inFlight += bytes.length;
    connection.send(bytes);
    if (inFlight > windowBytes && !isPaused) {
      isPaused = true;
      process.pause();
    }
  }

  function output(chunk) {
    if (faults().splitsUtf8) {
      const middle = Math.ceil(chunk.length / 2);
      send(chunk.subarray(0, middle));
      send(chunk.subarray(middle));
      return;
    }
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const cut = whole.length - unfinishedBytes(whole);
    rest = Buffer.from(whole.subarray(cut));
    send(whole.subarray(0, cut));
  }

  async function start({ command, args = [], cwd, env = {}, terminal, output: wantsOutput }) {
    const { withoutCommands, unknownCommand, crlf } = faults();
    const order = {
      argv: [command, ...args.map(String)],
      cwd: instance.resolve(cwd ?? '.'),
      env: { ...instance.env, ...Object.fromEntries(Object.entries(env).map(([k, v]) => [k, String(v)])) },
      cols: terminal?.cols ?? 80,
      rows: terminal?.rows ?? 24,
      crlf,
    };
    try {
      if (withoutCommands.includes(command)) throw new Error('No such file or directory');
      process = await (broker ? broker.spawn(order) : spawnOnPipes(order));
    } catch (error) {
      if (unknownCommand === '127') {
        tell({ type: 'started' });
        send(Buffer.from(`jsh: command not found: ${command}\n`));
        finish(127);
      } else tell({ type: 'failed', message: `spawn ${command} ENOENT: ${error.message}` });
      return;
    }
    instance.processes.add(process);
    tell({ type: 'started' });
    process.listen({
      onOutput: (chunk) => {
        if (wantsOutput !== false) output(chunk);
      },
      onExit: (code) => {
        instance.processes.delete(process);
        send(rest);
        finish(code < 0 ? 128 - code : code);
      },
    });
  }

  function finish(code) {
    tell({ type: 'exit', code });
    tell({ type: 'closed' });
  }

  connection.onMessage = (text) => {
    const message = JSON.parse(text);
    if (message.type === 'spawn') void start(message);
    else if (message.type === 'input') process?.write(message.text);
    else if (message.type === 'resize') process?.resize(message.size);
    else if (message.type === 'kill') {
      const { kill } = faults();
      if (kill !== 'never')
        process?.kill(kill === '137' ? constants.signals.SIGKILL : constants.signals.SIGTERM);
    } else if (message.type === 'ack') {
      inFlight -= message.bytes;
      if (isPaused && inFlight < windowBytes / 2) {
        isPaused = false;
        process?.resume();
      }
    }
  };
  connection.onClose = () => process?.close();
}

/** How many bytes at the end belong to a UTF-8 character that is not complete. */
function unfinishedBytes(bytes) {
  for (let back = 1; back <= Math.min(longestCharBytes, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Where the machine has no Python: merged output through pipes, no terminal. */
function spawnOnPipes({ argv, cwd, env }) {
  const child = spawn(argv[0], argv.slice(1), { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () =>
      resolve({
        listen({ onOutput, onExit }) {
          child.stdout.on('data', onOutput);
          child.stderr.on('data', onOutput);
          child.on('close', (code, signal) => onExit(signal ? -constants.signals[signal] : code));
        },
        write: (text) => child.stdin.write(text),
        resize: () => {},
        kill: (signal) => child.kill(signal),
        pause: () => child.stdout.pause(),
        resume: () => child.stdout.resume(),
        close: () => child.kill('SIGKILL'),
      }),
    );
  });
}
