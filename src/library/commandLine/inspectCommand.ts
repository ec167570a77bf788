import { openLink, openRecordingFile, type RecordedEvent, type Recording } from '../../core/index.ts';
import { type Arguments, type OptionKinds, UsageError } from './arguments.ts';
import type { CommandIo } from './io.ts';

export const inspectOptionKinds = { json: 'flag' } as const satisfies OptionKinds;

/** Prints what is inside a recording, or the whole document as JSON. Runs nothing; exit code 1 where it cannot be opened. */
export async function inspectCommand(args: Arguments, io: CommandIo): Promise<number> {
  const [asked, ...others] = args.positionals;
  if (asked === undefined || asked === '') throw new UsageError('inspect needs a link or a file.');
  if (others.length > 0) throw new UsageError(`inspect takes one recording, not also ${others[0]}.`);
  const at = asked.indexOf('#/r/');
  const opened =
    at >= 0
      ? openLink(asked.slice(at + 1))
      : asked.startsWith('/r/')
        ? openLink(asked)
        : openRecordingFile(await io.readFile(io.resolvePath(asked)));
  if (!opened.ok) {
    await io.stderr(`${opened.message}\n`);
    return 1;
  }
  const { recording } = opened;
  await io.stdout(
    args.has('json')
      ? `${JSON.stringify(recording, null, 2)}\n`
      : `${[...headOf(recording), ...recording.events.flatMap(lineOf)].join('\n')}\n`,
  );
  return 0;
}

/** Words of somebody else's document go to a terminal: what would move its cursor is written as JSON does. */
const shown = (text: string, most = 100): string => {
  const line = JSON.stringify(text.length > most ? `${text.slice(0, most)}…` : text);
  // JSON leaves the controls U+007F to U+009F as they are.
  return line.replace(/[\u007f-\u009f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
};

function headOf({ title, app, profile, model, encoding, guest }: Recording): readonly string[] {
  const { workspace } = guest;
  const files =
    'files' in workspace ? `${workspace.files.length} files` : `the files of ${shown(workspace.known)}`;
  const time = guest.clockStartMs === null ? 'real time' : 'virtual time';
  return [
    `title     ${shown(title)}`,
    `made by   Spillway ${shown(app)}`,
    `profile   ${shown(profile.id)} version ${profile.version}`,
    `model     ${shown(model.provider)} ${shown(model.model)}, tokens by ${encoding}`,
    `guest     ${guest.kind}, seed ${guest.seed}, ${time}, ${files}`,
  ];
}

function resultWords({
  outcome,
  output,
  result,
}: Pick<Extract<RecordedEvent, { type: 'job-ended' }>, 'outcome' | 'output' | 'result'>): string {
  const bytes = (output.stdout?.bytes ?? 0) + (output.stderr?.bytes ?? 0);
  return `${outcome.status}, ${bytes} bytes, ${result.kind}`;
}

function lineOf(event: RecordedEvent): readonly string[] {
  switch (event.type) {
    case 'user-message':
      return [`turn ${event.turn}    ${shown(event.text)}`];
    case 'step':
      return event.parts.map((part) =>
        part.type === 'tool-call'
          ? `  ${event.turn}.${event.step}  calls ${shown(part.wireName)} ${shown(JSON.stringify(part.input))}`
          : `  ${event.turn}.${event.step}  ${part.type === 'text' ? 'says' : 'thinks'} ${shown(part.text)}`,
      );
    case 'wake':
      return [`turn ${event.turn}    begun by ${event.cause === 'job' ? 'the end of a job' : 'a person'}`];
    case 'record':
    case 'command-ended':
      return [`  ${event.key}  ${resultWords(event)}`];
    case 'command-started':
      return [`  ${event.key}  the user runs ${shown(event.command)}`];
    case 'job-started':
      return [`  ${shown(event.job)} begins behind ${event.from}: ${shown(event.command)}`];
    case 'job-ended':
      return [`  ${shown(event.job)} ends: ${resultWords(event)}`];
    case 'told': {
      const { subject, at } = event;
      const what =
        subject.kind === 'job-end' ? `the end of ${shown(subject.job)}` : `the command ${subject.key}`;
      return [`  the model is told of ${what} ${at.kind === 'turn' ? 'at its start' : `behind ${at.key}`}`];
    }
    case 'sub-agent':
      return lineOf(event.event).map((line) => `  | ${line.trimStart()}`);
    case 'turn-end':
      return event.reason === 'done' ? [] : [`  ended: ${event.reason}`];
    default:
      return [`  ${event.type}`];
  }
}
