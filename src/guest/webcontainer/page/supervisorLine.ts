import supervisorUrl from 'virtual:webcontainer/supervisor';
import {
  channels,
  type Failed,
  type Hello,
  type Places,
  PortLink,
  type Start,
  type StillThere,
  sampleLine,
} from '../link/index.ts';
import { type Container, type ContainerProcess, callLimitMs, spawnWithin, within } from './client.ts';
import { SilenceWatch } from './silenceWatch.ts';

const scriptName = '.spillway-supervisor.cjs';
/** How long Node and the shell may take to load in a cold container. */
const helloLimitMs = 20_000;
/** Lines that are no frames: what Node, or the container, says when it fails. */
const mostNoise = 4096;

export interface SupervisorLine {
  readonly hello: Hello;
  readonly control: MessagePort;
  readonly filePort: MessagePort;
  /** Ends the supervisor and all it runs. */
  close(): void;
}

/**
 * Mounts and starts the supervisor. Rejects with a sentence where it does not come up, with what it printed.
 * `onEnd` hears once when it ends later.
 */
export async function openSupervisorLine(
  container: Container,
  options: {
    readonly seed: number;
    readonly formerPlaces: readonly Places[];
    readonly onEnd: (message: string) => void;
  },
): Promise<SupervisorLine> {
  const response = await fetch(supervisorUrl);
  if (!response.ok) throw new Error(`the supervisor did not load: ${response.status}`);
  const contents = await response.text();
  const mounted = container.mount({ [scriptName]: { file: { contents } } });
  await within(callLimitMs, 'mounting the supervisor', mounted);
  const process = await spawnWithin(callLimitMs, container, ['node', scriptName], {
    // Columns far beyond a frame's length: a terminal that wraps lines would break it.
    terminal: { cols: 1_000, rows: 50 },
  });
  return new Promise((resolve, reject) => {
    let noise = '';
    let plain = false;
    let isUp = false;
    let isOver = false;
    const input = process.input.getWriter();
    const noteSaid = (line: string) => {
      noise = `${noise}${line}\n`.slice(-mostNoise);
    };
    const unsubscribe = container.on('error', ({ message }) => noteSaid(message));
    const stop = () => {
      isOver = true;
      unsubscribe();
      watch?.dispose();
      link.close();
      process.kill();
    };
    const end = (message: string) => {
      if (isOver) return;
      stop();
      clearTimeout(timer);
      const said = noise.trim();
      const whole = said ? `${message}: ${said}` : message;
      if (isUp) options.onEnd(whole);
      else reject(new Error(whole));
    };
    let watch: SilenceWatch | null = null;
    const timer = setTimeout(
      () => end(`the supervisor did not answer within ${helloLimitMs / 1000} s`),
      helloLimitMs,
    );
    const link = new PortLink({
      side: 'page',
      send: (lines) => {
        watch?.sent(lines.reduce((sum, { length }) => sum + length, 0));
        void input.write(asText(lines)).catch(() => {});
      },
      onNoise: (line) => {
        if (line === sampleLine) plain = true;
        else noteSaid(line);
      },
      onDamage: end,
      onGreeting: (value) => {
        if (isFailed(value)) end(`the supervisor failed: ${value.message}`);
        if (isUp || isOver || !isHello(value)) return;
        isUp = true;
        clearTimeout(timer);
        const [control, files] = [new MessageChannel(), new MessageChannel()];
        link.bridge(control.port2, channels.control);
        link.bridge(files.port2, channels.files);
        const { seed, formerPlaces } = options;
        const start: Start = { type: 'start', seed, formerPlaces, plain };
        link.greet(start);
        const stillThere: StillThere = { type: 'still-there' };
        watch = new SilenceWatch({
          ask: () => link.greet(stillThere),
          onSilence: (silentMs) => end(`the container has not answered for ${silentMs / 1000} s`),
        });
        resolve({
          hello: value,
          control: control.port1,
          filePort: files.port1,
          close: stop,
        });
      },
    });
    void readAll(process, (text) => {
      watch?.heard();
      link.receive(text);
    });
    process.exit.then(
      (code) => end(`the supervisor ended with ${code}`),
      (error: unknown) => end(error instanceof Error ? error.message : String(error)),
    );
  });
}

const decoder = new TextDecoder();

/** In one piece: each write is a message to the container. */
function asText(lines: readonly Uint8Array<ArrayBuffer>[]): string {
  return lines.map((line) => decoder.decode(line)).join('');
}

/** The stream may end long after the process, or never: nobody waits for that. */
async function readAll({ output }: ContainerProcess, onText: (text: string) => void): Promise<void> {
  const reader = output.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) onText(next.value);
}

/** The container's programs share the line, so it is looked at like anything that comes from there. */
function isHello(value: unknown): value is Hello {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'hello')
    return false;
  const isText = (name: string) => name in value && typeof Reflect.get(value, name) === 'string';
  if (!['home', 'tmp', 'workspace', 'node'].every(isText)) return false;
  const env: unknown = Reflect.get(value, 'env');
  const programs: unknown = Reflect.get(value, 'programs');
  return (
    typeof env === 'object' &&
    env !== null &&
    Object.values(env).every((each) => typeof each === 'string') &&
    Array.isArray(programs) &&
    programs.every((each) => typeof each === 'string')
  );
}

function isFailed(value: unknown): value is Failed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'failed' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
