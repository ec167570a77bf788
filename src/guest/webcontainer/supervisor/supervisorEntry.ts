import { isMainThread, workerData } from 'node:worker_threads';
import { startCommandThread } from './commandThread.ts';
import { startFileThread } from './fileThread.ts';
import { startSupervisor } from './supervisor.ts';

/** One file for the process and each of its threads. */
if (isMainThread) startSupervisor();
else if (workerData.role === 'commands') startCommandThread(workerData);
else startFileThread(workerData);
