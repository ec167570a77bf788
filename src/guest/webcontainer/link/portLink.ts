import { FrameReader, FrameWriter } from './frames.ts';

/**
 * Message ports across a line of text: what is posted to one end of a bridged port comes out of a port at the far side,
 * bytes and ports in it included. JSON carries the rest, which is all that the kernel and the page say to each other.
 */

/** In the JSON of a message: the place of bytes, and of a port. No name of a variable or a path can be these. */
const bytesKey = '\u0000bytes';
const portKey = '\u0000port';

interface Envelope {
  readonly channel: number;
  /** Absent: the far side has closed the channel. */
  readonly value?: unknown;
  /** How many parts of bytes follow. */
  readonly bytes: number;
}

export interface PortLinkOptions {
  /** Takes the lines of one message, in order. They are ASCII. */
  readonly send: (lines: readonly Uint8Array<ArrayBuffer>[]) => void;
  /** Numbers of channels that this side makes: odd here, even there. */
  readonly side: 'page' | 'supervisor';
  /** Messages of channel 0, which needs no port. */
  readonly onGreeting: (value: unknown) => void;
  readonly onNoise: (line: string) => void;
  /** After this nothing is received. */
  readonly onDamage: (message: string) => void;
}

export class PortLink {
  readonly #options: PortLinkOptions;
  readonly #writer = new FrameWriter();
  readonly #reader: FrameReader;
  readonly #ports = new Map<number, MessagePort>();
  #lastChannel: number;
  #envelope: Envelope | null = null;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #closed = false;

  constructor(options: PortLinkOptions) {
    this.#options = options;
    this.#lastChannel = options.side === 'page' ? 100 : 101;
    this.#reader = new FrameReader({
      onPart: (part) => this.#part(part),
      onNoise: options.onNoise,
      onDamage: (message) => {
        this.close();
        options.onDamage(message);
      },
    });
  }

  receive(text: string): void {
    if (!this.#closed) this.#reader.receive(text);
  }

  greet(value: unknown): void {
    this.#send(0, value);
  }

  /** The far side has heard the sample: see `sampleLine`. */
  sendPlain(): void {
    this.#writer.mayBePlain = true;
  }

  /** Both sides bridge their end under the same number. */
  bridge(port: MessagePort, channel: number): void {
    this.#ports.set(channel, port);
    port.onmessage = (event: MessageEvent<unknown>) => this.#send(channel, event.data);
    // Browsers that know no such event keep a small entry for every run.
    port.addEventListener('close', () => {
      if (this.#ports.delete(channel)) this.#write({ channel, bytes: 0 }, []);
    });
    port.start();
  }

  close(): void {
    this.#closed = true;
    for (const port of this.#ports.values()) port.close();
    this.#ports.clear();
  }

  #send(channel: number, data: unknown): void {
    if (this.#closed) return;
    const bytes: Uint8Array[] = [];
    const value = this.#packed(data, bytes);
    this.#write({ channel, value, bytes: bytes.length }, bytes);
  }

  #write(envelope: Envelope, bytes: readonly Uint8Array[]): void {
    // Lone surrogates are escaped in it.
    const json = JSON.stringify(envelope);
    this.#options.send([json, ...bytes].flatMap((part) => this.#writer.lines(part)));
  }

  #packed(value: unknown, bytes: Uint8Array[]): unknown {
    if (value instanceof Uint8Array) {
      bytes.push(value);
      return { [bytesKey]: bytes.length - 1 };
    }
    if (value instanceof MessagePort) {
      this.#lastChannel += 2;
      this.bridge(value, this.#lastChannel);
      return { [portKey]: this.#lastChannel };
    }
    if (Array.isArray(value)) return value.map((each) => this.#packed(each, bytes));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#packed(each, bytes)]));
  }

  #unpacked(value: unknown, bytes: readonly Uint8Array[], transfer: Transferable[]): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#unpacked(each, bytes, transfer));
    if (typeof value !== 'object' || value === null) return value;
    if (bytesKey in value) {
      const found = bytes[Number(value[bytesKey])] ?? new Uint8Array(0);
      transfer.push(found.buffer as ArrayBuffer);
      return found;
    }
    if (portKey in value) {
      const { port1, port2 } = new MessageChannel();
      this.bridge(port1, Number(value[portKey]));
      transfer.push(port2);
      return port2;
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.#unpacked(each, bytes, transfer)]),
    );
  }

  #part(part: string | Uint8Array): void {
    if (typeof part === 'string') this.#envelope = envelopeIn(part);
    else this.#parts.push(part as Uint8Array<ArrayBuffer>);
    const envelope = this.#envelope;
    if (!envelope || this.#parts.length < envelope.bytes) return;
    const parts = this.#parts;
    this.#envelope = null;
    this.#parts = [];
    this.#deliver(envelope, parts);
  }

  #deliver({ channel, value }: Envelope, parts: readonly Uint8Array[]): void {
    if (channel === 0) {
      this.#options.onGreeting(value);
      return;
    }
    const port = this.#ports.get(channel);
    if (value === undefined) {
      this.#ports.delete(channel);
      port?.close();
      return;
    }
    const transfer: Transferable[] = [];
    const data = this.#unpacked(value, parts, transfer);
    port?.postMessage(data, transfer);
  }
}

function envelopeIn(json: string): Envelope | null {
  try {
    const given: unknown = JSON.parse(json);
    const isEnvelope =
      typeof given === 'object' &&
      given !== null &&
      'channel' in given &&
      typeof given.channel === 'number' &&
      'bytes' in given &&
      typeof given.bytes === 'number';
    // What the value is, its receiver looks at.
    return isEnvelope ? (given as Envelope) : null;
  } catch {
    return null;
  }
}
