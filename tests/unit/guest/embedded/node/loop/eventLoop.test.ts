import { expect, test } from 'vitest';
import { createClock } from '../../../../../../src/guest/embedded/node/clock.ts';
import { EventLoop } from '../../../../../../src/guest/embedded/node/loop/eventLoop.ts';
import { createTimerFunctions } from '../../../../../../src/guest/embedded/node/loop/timers.ts';
import { takeNatives } from '../../../../../../src/guest/embedded/node/natives.ts';

type Timers = ReturnType<typeof createTimerFunctions>['functions'];

/** What `program` says until nothing keeps it alive. */
async function said(
  program: (say: (word: string) => void, timers: Timers, loop: EventLoop) => void,
): Promise<string[]> {
  const words: string[] = [];
  await new Promise<void>((resolve) => {
    const loop = new EventLoop(takeNatives(), createClock(null), { onIdle: resolve, onFail: () => {} });
    const { functions } = createTimerFunctions(loop, () => new TypeError('callback'));
    loop.start(() => program((word) => words.push(word), functions, loop));
  });
  return words;
}

test('ticks come before promise jobs, timers of 0 before immediates, what was read after both', async () => {
  const words = await said((say, { setTimeout, setImmediate }, loop) => {
    setTimeout(() => say('timeout'), 0);
    setImmediate(() => say('immediate'));
    loop.enqueueAfter(1, () => say('read'));
    void Promise.resolve().then(() => say('job'));
    loop.nextTick(() => say('tick'));
    say('main');
  });
  expect(words).toEqual(['main', 'tick', 'job', 'timeout', 'immediate', 'read']);
});

test('each callback has its ticks and jobs done before the next one', async () => {
  const words = await said((say, { setImmediate, setTimeout }, loop) => {
    for (const name of ['a', 'b']) {
      const twice = (kind: string) => () => {
        say(kind + name);
        void Promise.resolve()
          .then(() => say(`${kind}${name} job`))
          .then(() => say(`${kind}${name} second job`));
        loop.nextTick(() => say(`${kind}${name} tick`));
      };
      setTimeout(twice('timer '), 1);
      setImmediate(twice('immediate '));
    }
  });
  const each = (word: string) => [word, `${word} tick`, `${word} job`, `${word} second job`];
  expect(words).toEqual(['timer a', 'timer b', 'immediate a', 'immediate b'].flatMap(each));
});

test('a tick that a promise job asks for waits until all jobs are done', async () => {
  const words = await said((say, _timers, loop) => {
    void Promise.resolve()
      .then(() => loop.nextTick(() => say('tick')))
      .then(() => say('job'));
  });
  expect(words).toEqual(['job', 'tick']);
});

test('inside a callback of something read, an immediate comes before a timer of 0', async () => {
  const words = await said((say, { setImmediate, setTimeout }, loop) => {
    loop.enqueueAfter(1, () => {
      setTimeout(() => say('timeout'), 0);
      setImmediate(() => say('immediate'));
    });
  });
  expect(words).toEqual(['immediate', 'timeout']);
});

test('timers that are not held, cleared ones and cleared immediates keep nothing alive', async () => {
  const words = await said((say, timers) => {
    timers.setTimeout(() => say('never'), 100_000).unref();
    timers.clearTimeout(timers.setTimeout(() => say('never'), 100_000));
    const named = timers.setTimeout(() => say('never'), 100_000);
    timers.clearTimeout(+named);
    timers.clearImmediate(timers.setImmediate(() => say('never')));
    let count = 0;
    const interval = timers.setInterval(() => {
      say(`interval ${++count}`);
      if (count === 3) timers.clearInterval(interval);
    }, 1);
  });
  expect(words).toEqual(['interval 1', 'interval 2', 'interval 3']);
});

test('a hold keeps the loop alive until it is let go, more often is the same as once', async () => {
  const words = await said((say, { setTimeout }, loop) => {
    const release = loop.hold();
    const timer = setTimeout(() => {
      release();
      release();
      say('released');
    }, 5);
    timer.unref();
  });
  expect(words).toEqual(['released']);
});

test('of timers that are late together those of one length run together, the shorter ones first', async () => {
  const words = await said((say, { setTimeout }) => {
    setTimeout(() => say('2 ms'), 2);
    setTimeout(() => say('1 ms'), 1);
    setTimeout(() => say('2 ms again'), 2);
    setTimeout(() => say('1 ms again'), 1);
    const until = performance.now() + 6;
    while (performance.now() < until);
  });
  expect(words).toEqual(['1 ms', '1 ms again', '2 ms', '2 ms again']);
});
