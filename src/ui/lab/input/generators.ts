import { generators as generatorWords } from '../../words/lab.ts';

/**
 * Outputs that are easy to name and hard on a harness. Each is a pure function of its numbers, so that a name
 * and two numbers give the same bytes everywhere.
 */
export type GeneratorId =
  | 'lines'
  | 'one-line'
  | 'cjk'
  | 'emoji'
  | 'ansi'
  | 'progress'
  | 'crlf'
  | 'json'
  | 'minified'
  | 'nul'
  | 'exact-units'
  | 'exact-bytes'
  | 'exact-lines';

export interface GeneratorAbout {
  readonly id: GeneratorId;
  readonly title: string;
  /** What `count` counts. */
  readonly countLabel: string;
  readonly count: number;
  /** What `width` counts; null where there is no second number. */
  readonly widthLabel: string | null;
  readonly width: number;
}

export interface GeneratorSpec {
  readonly id: GeneratorId;
  readonly count: number;
  readonly width: number;
}

/** Nothing that a generator makes is larger, in bytes. */
export const MOST_GENERATED_BYTES = 32 * 1024 * 1024;

const about = (id: GeneratorId, count: number, width = 0): GeneratorAbout => {
  const { title, count: countLabel, width: widthLabel } = generatorWords[id];
  return { id, title, countLabel, count, widthLabel, width };
};

export const generators: readonly GeneratorAbout[] = [
  about('lines', 3_000, 80),
  about('one-line', 200_000),
  about('cjk', 1_500, 40),
  about('emoji', 1_500, 20),
  about('ansi', 2_000, 60),
  about('progress', 2_000, 40),
  about('crlf', 3_000, 60),
  about('json', 1_200),
  about('minified', 120_000),
  about('nul', 1_500, 40),
  about('exact-units', 30_000),
  about('exact-bytes', 51_200),
  about('exact-lines', 2_000),
];

const levels = ['info', 'info', 'debug', 'info', 'warn', 'info', 'info', 'error'] as const;
const words = [
  'resolved',
  'module',
  'bundle',
  'in',
  'cache',
  'worker',
  'chunk',
  'emitted',
  'asset',
  'retry',
  'source',
  'map',
];
const hanzi = '构建输出日志文件模块测试失败成功読込完了エラー警告빌드출력파일';
const faces = ['🚀', '✅', '🧪', '👩‍💻', '📦', '🔥', '🇯🇵', '🛠️'];

/** `unit` of them and each part at least one; a number that is none counts as one. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.max(1, Math.floor(value)) : 1;
}

/** A line of a log that is exactly `width` characters long and the same for the same number. */
function logLine(line: number, width: number): string {
  let text = `${String(line).padStart(6, '0')} ${levels[line % levels.length]}`;
  for (let at = line; text.length < width; at += 5) text += ` ${words[at % words.length]}`;
  return text.slice(0, width);
}

function repeatTo(units: number, part: (at: number) => string): string {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < units; at++) {
    const next = part(at);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, units);
}

function lines(count: number, line: (at: number) => string, end = '\n'): string {
  const parts: string[] = [];
  for (let at = 1; at <= count; at++) parts.push(line(at), end);
  return parts.join('');
}

function jsonText(count: number): string {
  const records = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `package-${at + 1}`,
    version: `${at % 9}.${at % 20}.${at % 7}`,
    ok: at % 13 !== 0,
    tags: [words[at % words.length], words[(at * 7) % words.length]],
  }));
  return `${JSON.stringify({ total: count, records }, null, 2)}\n`;
}

function cells(line: number, width: number, from: readonly string[]): string {
  return Array.from({ length: width }, (_, at) => from[(line * 7 + at * 3) % from.length]).join('');
}

function textOf({ id, count, width }: GeneratorSpec): string {
  switch (id) {
    case 'lines':
      return lines(count, (line) => logLine(line, width));
    case 'one-line':
      return repeatTo(count, (at) => `${words[at % words.length]}-${at} `);
    case 'cjk':
      return lines(count, (line) => cells(line, width, [...hanzi]));
    case 'emoji':
      return lines(count, (line) => cells(line, width, faces));
    case 'ansi':
      return lines(count, (line) => `\x1b[${31 + (line % 6)}m${logLine(line, width)}\x1b[0m`);
    case 'progress': {
      const steps: string[] = [];
      for (let at = 1; at <= count; at++) {
        const done = Math.floor((at * width) / count);
        const percent = Math.floor((at * 100) / count);
        steps.push(`\r[${'#'.repeat(done)}${'.'.repeat(width - done)}] ${percent}%`);
      }
      return `Downloading\n${steps.join('')}\nDone.\n`;
    }
    case 'crlf':
      return lines(count, (line) => logLine(line, width), '\r\n');
    case 'json':
      return jsonText(count);
    case 'minified':
      return repeatTo(count, (at) => `function f${at}(a,b){return a?b+${at}:f${(at * 7) % 97}(b,a)}`);
    case 'nul':
      return lines(count, (line) => logLine(line, width).replace(/ /g, '\0'));
    case 'exact-units':
    case 'exact-bytes':
      // ASCII, so that characters and bytes are the same number; a line end every 80 and none at the end.
      return exactText(count);
    case 'exact-lines':
      return lines(count, (line) => `line ${line}`);
  }
}

function exactText(units: number): string {
  const text = repeatTo(units, (at) => `${logLine(at + 1, 79)}\n`);
  return text.endsWith('\n') ? `${text.slice(0, -1)}x` : text;
}

/** Bytes of one step of a generator, at most; bounds `count` before anything is made. */
function bytesEach({ id, width }: GeneratorSpec): number {
  switch (id) {
    case 'cjk':
      return 3 * width + 1;
    case 'emoji':
      return 11 * width + 1;
    case 'json':
      return 220;
    case 'one-line':
    case 'minified':
    case 'exact-units':
    case 'exact-bytes':
      return 1;
    case 'exact-lines':
      return 14;
    default:
      return width + 14;
  }
}

/** The numbers that are really used: whole, at least 1, and together no more than `MOST_GENERATED_BYTES`. */
export function boundedSpec(spec: GeneratorSpec): GeneratorSpec {
  const width = Math.min(whole(spec.width), 1_000_000);
  const count = Math.min(
    whole(spec.count),
    Math.max(1, Math.floor(MOST_GENERATED_BYTES / bytesEach({ ...spec, width }))),
  );
  return { id: spec.id, count, width };
}

/** The bytes of a generated output. Numbers that make no sense are those of `boundedSpec`. */
export function generate(spec: GeneratorSpec): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(textOf(boundedSpec(spec)));
}
