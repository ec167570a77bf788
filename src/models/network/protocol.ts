import type { ModelEvent } from '../port.ts';
import type { ProviderId } from './catalog.ts';
import type { ProviderRequest } from './request.ts';
import type { SetKeyResult } from './vault.ts';

/**
 * What the page and the network worker say to each other, as plain data. A key goes one way only: into
 * the worker. No message from the worker has a place for one.
 */
export type ToWorker =
  | {
      readonly type: 'set-key';
      readonly id: number;
      readonly provider: ProviderId;
      readonly baseUrl: string;
      readonly key: string;
      readonly remember: boolean;
    }
  | { readonly type: 'has-key'; readonly id: number; readonly provider: ProviderId; readonly baseUrl: string }
  | { readonly type: 'forget-keys'; readonly id: number }
  | { readonly type: 'ask'; readonly id: number; readonly request: ProviderRequest }
  | { readonly type: 'stop'; readonly id: number };

export type FromWorker =
  | { readonly type: 'key-set'; readonly id: number; readonly result: SetKeyResult }
  | { readonly type: 'answer'; readonly id: number; readonly yes: boolean }
  | { readonly type: 'event'; readonly id: number; readonly event: ModelEvent };
