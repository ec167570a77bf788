import { createBrowserStore } from '../../src/store/index.ts';
import type { BenchRow } from './benchRow.ts';

/** Every benchmark by its name; each is loaded when it is asked for. */
const benches: Record<string, () => Promise<readonly BenchRow[]>> = {
  guest: async () => (await import('./guest.ts')).guestBench(),
  capture: async () => (await import('./capture.ts')).captureBench(),
  overhead: async () => (await import('./overhead.ts')).overheadBench(createBrowserStore('bench-overhead')),
  journal: async () => (await import('./journalCost.ts')).journalCostBench(),
  kill: async () => (await import('./kill.ts')).killBench(),
  node: async () => (await import('./nodeSpeed.ts')).nodeSpeedBench(),
  present: async () => (await import('./present.ts')).presentBench(),
  read: async () => (await import('./read.ts')).readBench(),
  shell: async () => (await import('./shell.ts')).shellBench(),
  spine: async () => (await import('./spine.ts')).spineBench(),
  stop: async () => (await import('./stop.ts')).stopBench(),
  tokenizer: async () => (await import('./tokenizer.ts')).tokenizerBench(),
  store: async () => (await import('./store.ts')).storeBench(),
  webcontainer: async () => (await import('./webcontainer.ts')).webcontainerBench(),
};

Object.assign(globalThis, {
  benchNames: Object.keys(benches),
  runBench: (name: string) => benches[name]!(),
});
