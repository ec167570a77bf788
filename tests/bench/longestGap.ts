/** Watches the page's event loop: the longest time it did not come round, in milliseconds. */
export function watchGaps(): { stop(): number } {
  let longest = 0;
  let last = performance.now();
  let running = true;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    // A message each 4 ms at most: the watch itself must not be the load.
    if (running) setTimeout(() => channel.port2.postMessage(null), 4);
  };
  channel.port2.postMessage(null);
  return {
    stop() {
      running = false;
      longest = Math.max(longest, performance.now() - last);
      channel.port1.close();
      return longest;
    },
  };
}
