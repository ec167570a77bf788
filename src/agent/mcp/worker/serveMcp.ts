import { isLoggableJson } from '../../../core/index.ts';
import { readAnswer, readTools, type ToolAnswer } from '../resultDoor.ts';
import { type ConnectionWorld, demoServerUrl, McpConnection } from './connection.ts';
import type { FromMcpWorker, McpAnswer, ToMcpWorker } from './messages.ts';

function originOf(url: string): string | null {
  if (url === demoServerUrl) return null;
  try {
    const { origin, protocol } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? origin : null;
  } catch {
    return null;
  }
}

const notConnected: McpAnswer = {
  ok: false,
  error: { code: 'NOT_CONNECTED', message: 'The server is not connected.' },
};

/** The log of no session could hold it, and no message can carry what is nested so deeply that the stack ends. */
const notTaken: McpAnswer = {
  ok: false,
  error: {
    code: 'BAD_ANSWER',
    message: 'The server’s answer is nested too deeply, or holds too many values, and was not taken.',
  },
};

/** Nobody reads faster. */
const progressEveryMs = 100;

function buffersOf({ parts }: ToolAnswer): ArrayBuffer[] {
  return parts.flatMap((part) =>
    part.kind === 'bytes' && part.bytes.buffer instanceof ArrayBuffer ? [part.bytes.buffer] : [],
  );
}

/**
 * The worker's side of the protocol, without the worker: takes messages in, posts messages out. Nothing is answered
 * before `ready` (the remembered headers are loaded).
 */
export function serveMcp(
  world: ConnectionWorld,
  ready: Promise<void>,
  post: (message: FromMcpWorker, transfer?: Transferable[]) => void,
): (message: ToMcpWorker) => Promise<void> {
  const { vault } = world;
  const connections = new Map<string, McpConnection>();
  const answer = (id: number, given: McpAnswer) =>
    post({
      type: 'answer',
      id,
      answer: given.ok
        ? { ok: true, value: vault.hideIn(given.value) }
        : {
            ok: false,
            error: { code: given.error.code, message: String(vault.hideIn(given.error.message)) },
          },
    });
  /** What a server gave is read here, however large it is: the page gets it read, and does not stand still meanwhile. */
  const take = <T>(
    id: number,
    given: McpAnswer,
    read: (value: unknown) => T,
    buffersOf: (read: T) => ArrayBuffer[],
  ) => {
    if (!given.ok) return answer(id, given);
    if (!isLoggableJson(given.value)) return answer(id, notTaken);
    const value = read(vault.hideIn(given.value));
    post({ type: 'answer', id, answer: { ok: true, value } }, buffersOf(value));
  };
  const done = (id: number, value: unknown) => answer(id, { ok: true, value });

  const connect = async (id: number, server: string, url: string): Promise<void> => {
    await connections.get(server)?.close();
    const origin = originOf(url);
    if (origin !== null) await vault.recall(origin);
    const connection = new McpConnection(world, {
      toolsChanged: () => post({ type: 'tools-changed', server }),
      closed: (message) => {
        if (connections.get(server) === connection) connections.delete(server);
        post({ type: 'closed', server, message });
      },
    });
    connections.set(server, connection);
    const result = await connection.connect(url);
    if (!result.ok && connections.get(server) === connection) connections.delete(server);
    answer(id, result);
  };

  return async (message) => {
    await ready;
    switch (message.type) {
      case 'set-headers': {
        const origin = originOf(message.url);
        const problem =
          origin === null
            ? 'This address takes no headers.'
            : await vault.set(origin, message.headers, message.remember);
        answer(
          message.id,
          problem === null
            ? { ok: true, value: null }
            : { ok: false, error: { code: 'BAD_HEADERS', message: problem } },
        );
        return;
      }
      case 'has-headers': {
        const origin = originOf(message.url);
        return done(message.id, origin !== null && vault.has(origin));
      }
      case 'forget-headers':
        return done(message.id, await vault.forgetAll());
      case 'connect':
        return connect(message.id, message.server, message.url);
      case 'disconnect': {
        const connection = connections.get(message.server);
        connections.delete(message.server);
        await connection?.close();
        return;
      }
      case 'list': {
        const connection = connections.get(message.server);
        const listed = connection === undefined ? notConnected : await connection.list();
        return take(message.id, listed, readTools, () => []);
      }
      case 'call': {
        const { id, tool, input } = message;
        const connection = connections.get(message.server);
        if (connection === undefined) return answer(id, notConnected);
        let toldAtMs = Number.NEGATIVE_INFINITY;
        const called = await connection.call(id, tool, input, (words) => {
          // A server may tell of it as often as it likes.
          if (performance.now() - toldAtMs < progressEveryMs) return;
          toldAtMs = performance.now();
          post({ type: 'progress', id, words: String(vault.hideIn(words)) });
        });
        return take(id, called, readAnswer, buffersOf);
      }
      case 'cancel':
        for (const connection of connections.values()) connection.cancel(message.id);
    }
  };
}
