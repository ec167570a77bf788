export type { GuestFetch } from '../../network/client/index.ts';

/** A connection to a server that runs in the guest: two streams of bytes. */
export interface GuestConnection {
  /** What the server sends, to its end. */
  readonly input: AsyncIterable<Uint8Array>;
  /** False once the server reads no more. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** Ends both directions; harmless to repeat. */
  close(): void;
}

/** Null where nothing listens on the port. */
export type DialGuest = (port: number) => Promise<GuestConnection | null>;
