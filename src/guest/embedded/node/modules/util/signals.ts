import { checkAbortSignal, checkObject } from '../../nodeErrors/argumentErrors.ts';

/** Resolves when the signal aborts; the resource is only checked: nothing here can watch it being collected. */
export async function aborted(signal: unknown, resource: unknown): Promise<void> {
  if (signal === undefined) checkObject(signal, 'signal');
  checkAbortSignal(signal, 'signal');
  checkObject(resource, 'resource');
  if (!signal || signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
