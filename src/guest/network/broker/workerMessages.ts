import type { NetworkRequest } from '../messages.ts';

/** Page to the guest's network worker. A request brings the guest's own port: the answer does not pass the page. */
export type BrokerRequest =
  | {
      readonly type: 'fetch';
      readonly id: number;
      readonly host: string;
      readonly request: NetworkRequest;
      readonly port: MessagePort;
    }
  | { readonly type: 'abort'; readonly id: number };

/** Worker to page: this request is over, however it ended. */
export interface BrokerReply {
  readonly type: 'over';
  readonly id: number;
}
