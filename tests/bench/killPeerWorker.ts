/** What a kill costs at least: this worker ends another one for each message and says that it has. */
let other: Worker | null = null;

function startOther(): void {
  const started = new Worker(new URL('./tightLoopWorker.ts', import.meta.url), { type: 'module' });
  started.onmessage = () => {
    other = started;
    self.postMessage('ready');
  };
  // It answers once it is loaded.
  started.postMessage(1);
}

self.onmessage = () => {
  other?.terminate();
  other = null;
  self.postMessage('ended');
  startOther();
};
startOther();
