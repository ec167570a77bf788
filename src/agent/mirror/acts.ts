import * as v from 'valibot';
import { type OutputChunk, type QuestionAnswer, signalNames, valueSchemas } from '../../core/index.ts';
import type { AsideResult, GuestActivity, LiveSession, SessionFiles } from '../port.ts';

/** One thing that a mirror may have done at home: its arguments and its answer are checked where they come in. */
export interface Act<Args extends unknown[], Result> {
  readonly args: v.GenericSchema<unknown, Args>;
  readonly result: v.GenericSchema<unknown, Result>;
  /** `signal` aborts when the asker does not want it any more. */
  readonly run: (session: LiveSession, args: Args, signal: AbortSignal) => Promise<Result> | Result;
}

const { count, encoding, key, model, profile } = valueSchemas;
const text = v.string();
const bytes: v.GenericSchema<unknown, Uint8Array> = v.instance(Uint8Array);
const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);
const answer: v.GenericSchema<unknown, QuestionAnswer> = v.variant('kind', [
  v.object({ kind: v.literal('permission'), choice: v.picklist(['once', 'always', 'deny']) }),
  v.object({ kind: v.literal('choice'), chosen: v.array(text), text }),
]);
const fileKind = v.picklist(['file', 'directory', 'symlink', 'device']);
const fileStat = v.object({ kind: fileKind, size: count, mode: count, mtimeMs: v.number() });
const outputChunk: v.GenericSchema<unknown, OutputChunk> = v.object({
  stream: v.picklist(['stdout', 'stderr']),
  bytes,
});
const asideResult: v.GenericSchema<unknown, AsideResult> = v.object({
  chunks: v.array(outputChunk),
  exit: v.variant('kind', [
    v.object({ kind: v.literal('exited'), code: v.number() }),
    v.object({ kind: v.literal('signaled'), signal: v.picklist(signalNames) }),
    v.object({ kind: v.literal('guest-died'), message: text }),
  ]),
  stoppedBy: v.nullable(v.picklist(['timeout', 'user', 'size'])),
});
const processInfo = v.object({ pid: count, ppid: count, title: text, startedMs: v.number() });
const httpRequest = v.object({
  method: text,
  path: text,
  headers: v.record(text, text),
  body: v.nullable(bytes),
});
const httpResponse = v.object({
  status: v.number(),
  statusText: text,
  headers: v.array(v.tuple([text, text])),
  body: bytes,
});

function act<Args extends unknown[], Result>(
  args: v.GenericSchema<unknown, Args>,
  result: v.GenericSchema<unknown, Result>,
  run: Act<Args, Result>['run'],
): Act<Args, Result> {
  return { args, result, run };
}

function activityOf(session: LiveSession): GuestActivity {
  if (session.activity === null) throw new Error('The guest does not run.');
  return session.activity;
}

function filesOf({ fs }: LiveSession): SessionFiles {
  if (fs === null) throw new Error('The guest does not run.');
  return fs;
}

/** Everything that a mirror can ask of the tab that its session lives in. */
export const acts = {
  send: act(v.tuple([text, v.picklist(['auto', 'step'])]), nothing, (session, [words, mode]) =>
    session.send(words, mode),
  ),
  step: act(v.tuple([]), nothing, (session) => session.step()),
  resume: act(v.tuple([]), nothing, (session) => session.resume()),
  stop: act(v.tuple([]), nothing, (session) => session.stop()),
  answer: act(v.tuple([key, answer]), nothing, (session, [call, given]) => session.answer(call, given)),
  setProfile: act(v.tuple([profile]), nothing, (session, [chosen]) => session.setProfile(chosen)),
  setProfileById: act(v.tuple([text]), nothing, (session, [id]) => session.setProfileById(id)),
  setModel: act(v.tuple([model]), nothing, (session, [chosen]) => session.setModel(chosen)),
  setEncoding: act(v.tuple([encoding]), nothing, (session, [chosen]) => session.setEncoding(chosen)),
  rename: act(v.tuple([text]), nothing, (session, [title]) => session.rename(title)),
  runCommand: act(v.tuple([text]), nothing, ({ beside }, [command]) => beside.runCommand(command)),
  cancelCommand: act(v.tuple([count]), nothing, ({ beside }, [id]) => beside.cancelCommand(id)),
  moreTime: act(v.tuple([key]), v.boolean(), ({ beside }, [call]) => beside.moreTime(call)),
  toBackground: act(v.tuple([key]), v.boolean(), ({ beside }, [call]) => beside.toBackground(call)),
  stopCall: act(v.tuple([key]), nothing, ({ beside }, [call]) => beside.stopCall(call)),
  stopJob: act(v.tuple([text]), nothing, ({ beside }, [id]) => beside.stopJob(id)),
  tellNow: act(v.tuple([]), nothing, ({ beside }) => beside.tellNow()),
  typing: act(v.tuple([v.boolean()]), nothing, ({ beside }, [isTyping]) => beside.typing(isTyping)),
  allowHost: act(v.tuple([text]), v.boolean(), ({ network }, [host]) => network.allow(host)),
  revokeHost: act(v.tuple([text]), nothing, ({ network }, [host]) => network.revoke(host)),
  dismissHost: act(v.tuple([text]), nothing, ({ network }, [host]) => network.dismiss(host)),
  updateTools: act(v.tuple([]), nothing, ({ tools }) => tools.update()),
  requestBody: act(v.tuple([count, count]), v.nullable(text), (session, [turn, step]) =>
    session.requestBody(turn, step),
  ),
  ensureGuest: act(v.tuple([]), nothing, (session) => session.ensureGuest()),
  prepareGuest: act(v.tuple([]), nothing, (session) => session.prepareGuest()),
  useEmbeddedGuest: act(v.tuple([]), nothing, (session) => session.useEmbeddedGuest()),
  moveGuest: act(v.tuple([valueSchemas.guest]), nothing, (session, [kind]) => session.moveGuest(kind)),
  stat: act(v.tuple([text]), fileStat, (session, [path]) => session.stat(path)),
  readFile: act(
    v.tuple([text, v.optional(v.object({ offset: count, length: count }))]),
    bytes,
    (session, [path, range]) => filesOf(session).read(path, range),
  ),
  readFolder: act(
    v.tuple([text]),
    v.array(v.object({ name: text, kind: fileKind })),
    async (session, [path]) => [...(await filesOf(session).readdir(path))],
  ),
  writeFile: act(v.tuple([text, bytes]), nothing, (session, [path, whole]) =>
    filesOf(session).write(path, whole),
  ),
  appendFile: act(v.tuple([text, bytes]), nothing, (session, [path, more]) =>
    filesOf(session).append(path, more),
  ),
  runAside: act(
    v.tuple([text, v.object({ maxBytes: count, timeoutMs: count })]),
    asideResult,
    (session, [command, limits], stop) => session.runAside(command, { ...limits, stop }),
  ),
  processes: act(v.tuple([]), v.array(processInfo), async (session) => [
    ...(await activityOf(session).processes()),
  ]),
  kill: act(v.tuple([count, v.picklist(signalNames)]), v.boolean(), (session, [pid, signal]) =>
    activityOf(session).kill(pid, signal),
  ),
  ports: act(v.tuple([]), v.array(count), async (session) => [
    ...((await activityOf(session).ports?.()) ?? []),
  ]),
  reinstallCommand: act(
    v.tuple([]),
    v.nullable(text),
    async (session) => (await activityOf(session).reinstallCommand?.()) ?? null,
  ),
  request: act(v.tuple([count, httpRequest]), httpResponse, async (session, [port, asked]) => {
    const { request } = activityOf(session);
    if (request === undefined) throw new Error('The page cannot reach servers of this guest.');
    const { headers, ...response } = await request(port, asked);
    return { ...response, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  }),
};

export type ActName = keyof typeof acts;
export type ActArgs<Name extends ActName> = v.InferOutput<(typeof acts)[Name]['args']>;
export type ActResult<Name extends ActName> = v.InferOutput<(typeof acts)[Name]['result']>;

/** An act by its name as it came, null where there is none by it. */
export function actByName(name: string): Act<unknown[], unknown> | null {
  const found: unknown = Object.hasOwn(acts, name) ? Reflect.get(acts, name) : null;
  return isAct(found) ? found : null;
}

function isAct(value: unknown): value is Act<unknown[], unknown> {
  return typeof value === 'object' && value !== null && 'run' in value;
}
