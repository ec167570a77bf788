/**
 * A command worker of the test's own: it keeps the kernel's protocol and runs `body` (an async function's
 * body with `run`, `write` and `exit` in reach) for every command. This is how a test gets its code into the
 * guest: as another asset, with no door for it in the app.
 */
export function probeWorkerUrl(body: string): string {
  const code = `
    self.onmessage = async ({ data: run }) => {
      if (run.type === 'boot') return self.postMessage({ type: 'ready' });
      let start = 0;
      const write = (text) => {
        const bytes = new TextEncoder().encode(text);
        run.io.postMessage({ type: 'output', stream: 'stdout', start, bytes });
        start += bytes.length;
      };
      const exit = () => {
        run.io.postMessage({
          type: 'exit', exitCode: 0, state: run.job.state, notes: [], totalBytes: start,
        });
        self.postMessage({ type: 'done', pid: run.pid, reusable: false });
      };
      ${body}
    };`;
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}
