import type { NodeWorkerReply } from '../contract.ts';

/** How a process ends: the kernel is told and this worker never runs another instruction of the program. */
export function createReallyExit(post: (reply: NodeWorkerReply) => void): (code: number) => never {
  return (code) => {
    post({ type: 'exit', code: code & 0xff });
    const word = new Int32Array(new SharedArrayBuffer(4));
    for (;;) Atomics.wait(word, 0, 0);
  };
}
