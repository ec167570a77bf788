import { createSubscriber } from 'svelte/reactivity';

/** One clock for everything that shows how long a job has run: two of them would say two times of the same job. */
let nowMs = 0;
let ticks = false;

const whileWatched = createSubscriber((update) => {
  ticks = true;
  const timer = setInterval(() => {
    nowMs = Date.now();
    update();
  }, 1_000);
  return () => {
    ticks = false;
    clearInterval(timer);
  };
});

/** Milliseconds since the epoch, anew each second where an effect or a component reads it. */
export function nowEachSecond(): number {
  if (!ticks) nowMs = Date.now();
  whileWatched();
  return nowMs;
}
