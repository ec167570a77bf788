/**
 * The floor of the guest benchmark, as a command worker of its own: it keeps the kernel's protocol and the
 * credit window, and posts 100 pieces of 1 MiB for every command. Classic script, as all workers of the guest.
 */
{
  const pieceBytes = 1024 * 1024;
  const windowBytes = 4 * pieceBytes;
  const pieces = 100;

  self.onmessage = async ({ data: run }) => {
    if (run.type === 'boot') {
      self.postMessage({ type: 'ready' });
      return;
    }
    let inFlight = 0;
    let wake = null;
    run.io.onmessage = ({ data }) => {
      inFlight -= data.bytes;
      wake?.();
    };
    let start = 0;
    for (let piece = 0; piece < pieces; piece++) {
      while (inFlight + pieceBytes > windowBytes) {
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
      const bytes = new Uint8Array(pieceBytes).fill(120);
      inFlight += pieceBytes;
      run.io.postMessage({ type: 'output', stream: 'stdout', start, bytes }, [bytes.buffer]);
      start += pieceBytes;
    }
    run.io.postMessage({ type: 'exit', exitCode: 0, state: run.job.state, notes: [], totalBytes: start });
    self.postMessage({ type: 'done', pid: run.pid, reusable: true });
  };
}
