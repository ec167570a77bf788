import type { GuestHttpRequest } from '../../port.ts';
import { exchangeHttp } from '../processes/httpExchange.ts';
import { openConnection } from '../processes/loopback.ts';
import type { PortTable } from '../processes/portTable.ts';
import type { KernelReply, KernelRequest } from './messages.ts';

const longestWaitMs = 30_000;

/** Makes a request of the page to a server of the guest and answers with what came. Never throws. */
export async function answerRequest(
  loopback: PortTable,
  { id, port, request }: Extract<KernelRequest, { type: 'request' }>,
  reply: (message: KernelReply, transfer?: Transferable[]) => void,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const response = await within(loopback, port, request);
    const body = new Uint8Array(response.body);
    reply({ type: 'response', id, response: { ...response, body }, message: '' }, [body.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    reply({ type: 'response', id, response: null, message: `localhost:${port}: ${reason}` });
  } finally {
    clearTimeout(timer);
  }

  function within(table: PortTable, at: number, what: GuestHttpRequest) {
    const connection = openConnection(table.connect(null, at));
    return new Promise<Awaited<ReturnType<typeof exchangeHttp>>>((resolve, reject) => {
      timer = setTimeout(() => {
        connection.close();
        reject(new Error(`no answer within ${longestWaitMs / 1000} seconds`));
      }, longestWaitMs);
      exchangeHttp(connection, what, at).then(resolve, reject);
    });
  }
}
