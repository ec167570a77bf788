import { profiles, registerProfiles } from '../../../core/index.ts';
import { boundariesOf } from '../compare/boundaries.ts';
import { LabWork } from './labWork.ts';
import type { FromLab, ToLab } from './messages.ts';

/**
 * The Lab's work off the main thread. Between two profiles and two points the worker looks for newer orders: what
 * was asked of an older input, or replaced by a newer order of its kind, is given up.
 */
registerProfiles(profiles);
const work = new LabWork();
let serial = 0;
const newest = { present: 0, sweep: 0 };

function say(message: FromLab, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Lets messages that wait come in. */
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

async function present(order: Extract<ToLab, { type: 'present' }>): Promise<void> {
  newest.present = order.id;
  for (const [at, ref] of order.refs.entries()) {
    if (order.id !== newest.present || order.serial !== serial) return;
    say({ type: 'view', id: order.id, at, result: work.present(ref), output: work.facts });
    await breathe();
  }
}

async function sweep(order: Extract<ToLab, { type: 'sweep' }>): Promise<void> {
  newest.sweep = order.id;
  const began = performance.now();
  for (const [at, bytes] of order.sizes.entries()) {
    if (order.id !== newest.sweep || order.serial !== serial) return;
    const point = work.sweepPoint(bytes, order.refs);
    say({ type: 'point', id: order.id, at, point, spentMs: performance.now() - began });
    await breathe();
  }
}

self.onmessage = ({ data }: MessageEvent<ToLab>) => {
  switch (data.type) {
    case 'input':
      serial = data.serial;
      work.setInput(data.chunks, data.facts);
      return;
    case 'facts':
      serial = data.serial;
      work.setFacts(data.facts);
      return;
    case 'present':
      void present(data);
      return;
    case 'sweep':
      void sweep(data);
      return;
    case 'window': {
      const window = work.window(data.maxLines, data.maxBytes);
      say({ type: 'window', id: data.id, window }, [window.bytes.buffer]);
      return;
    }
    case 'boundaries':
      try {
        say({ type: 'boundaries', id: data.id, boundaries: boundariesOf(data.ref) });
      } catch (error) {
        say({ type: 'failed', id: data.id, message: messageOf(error) });
      }
      return;
    case 'page':
      try {
        say({ type: 'page', id: data.id, text: work.pageText(data.ref, data.page, data.shownBytes) });
      } catch (error) {
        say({ type: 'failed', id: data.id, message: messageOf(error) });
      }
  }
};
