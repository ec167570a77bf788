import { processDoor } from '../../../nodeErrors/processDoor.ts';

/** What `readable-stream` finds when it requires "process/": the guest's process, looked up at each use. */
const door = {
  nextTick(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
    processDoor().nextTick(callback, ...args);
  },
  get stdout(): unknown {
    return (globalThis as { process?: { stdout?: unknown } }).process?.stdout;
  },
  get stderr(): unknown {
    return (globalThis as { process?: { stderr?: unknown } }).process?.stderr;
  },
};

export default door;
