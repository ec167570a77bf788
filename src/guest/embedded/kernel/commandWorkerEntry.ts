import { runShellJob } from '../shell/index.ts';
import { type CommandWorkerScope, startCommandWorker } from './commandWorker.ts';
import { addWorkerGlobals } from './workerGlobals.ts';

addWorkerGlobals();
// The page's `self` type is a window's; in this bundle it is a dedicated worker's.
startCommandWorker(self as unknown as CommandWorkerScope, runShellJob);
