import { countParts } from './countParts.ts';
import { cutToTokens } from './cutToTokens.ts';
import { loadEngine } from './loadEngine.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { asError } from './passHandle.ts';
import { PrefixPass } from './prefixPass.ts';

/** Passes that are open; a pass is a promise until its table is loaded. */
const passes = new Map<number, Promise<PrefixPass>>();
/** Passes whose prefix the page does not know yet. */
const prefixPending = new Set<number>();

function tell(message: FromWorker): void {
  postMessage(message);
}

async function handle(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'count':
      tell({
        type: 'counted',
        id: message.id,
        tokens: (await loadEngine(message.encoding)).countText(message.text),
      });
      return;
    case 'count-parts':
      tell({
        type: 'counted-parts',
        id: message.id,
        tokens: countParts(await loadEngine(message.encoding), message.parts),
      });
      return;
    case 'cut': {
      const engine = await loadEngine(message.encoding);
      tell({ type: 'cut', id: message.id, cut: cutToTokens(engine, message.bytes, message.capTokens) });
      return;
    }
    case 'open': {
      const opened = loadEngine(message.encoding).then((engine) => new PrefixPass(engine, message.capTokens));
      passes.set(message.id, opened);
      prefixPending.add(message.id);
      await opened;
      return;
    }
    case 'push':
      await withPass(message.id, (pass) => {
        pass.push(message.bytes);
        tell({ type: 'taken', id: message.id, bytes: message.bytes.length });
      });
      return;
    case 'end':
      await withPass(message.id, (pass) => pass.end());
      return;
    case 'cancel':
      forget(message.id);
  }
}

/** Does nothing for a pass that was cancelled, also while its table was loading. */
async function withPass(id: number, step: (pass: PrefixPass) => void): Promise<void> {
  const pass = await passes.get(id);
  if (pass === undefined || !passes.has(id)) return;
  step(pass);
  if (pass.prefix !== null && prefixPending.delete(id)) tell({ type: 'prefix', id, prefix: pass.prefix });
  if (pass.total === null) return;
  tell({ type: 'total', id, total: pass.total });
  forget(id);
}

function forget(id: number): void {
  passes.delete(id);
  prefixPending.delete(id);
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((reason: unknown) => {
    forget(data.id);
    tell({ type: 'failed', id: data.id, message: asError(reason).message });
  });
});
