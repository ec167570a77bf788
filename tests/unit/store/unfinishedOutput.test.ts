import { expect, test, vi } from 'vitest';
import { createMemoryStore } from '../../../src/store/index.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (written: string) => new TextEncoder().encode(written);
const mebibyte = 1024 * 1024;

test('what a command wrote is stored while it still runs, so that a reload finds it', async () => {
  vi.useFakeTimers();
  try {
    const { outputs } = createMemoryStore().session('s');
    const writer = outputs.writer('1.1.0');
    await writer.write(bytes('first '));
    expect(await outputs.size('1.1.0')).toBe(0);
    await vi.advanceTimersByTimeAsync(250);
    expect(text(await outputs.read('1.1.0', { offset: 0, length: 99 }))).toBe('first ');
    await writer.write(bytes('second'));
    await vi.advanceTimersByTimeAsync(250);
    expect(await outputs.size('1.1.0')).toBe(12);
    expect(text(await outputs.read('1.1.0', { offset: 0, length: 99 }))).toBe('first second');
  } finally {
    vi.useRealTimers();
  }
});

test('an output that was cut off after its first chunk has the size of what is stored', async () => {
  vi.useFakeTimers();
  try {
    const { outputs } = createMemoryStore().session('s');
    await outputs.writer('1.1.0').write(new Uint8Array(2 * mebibyte + 10));
    await vi.advanceTimersByTimeAsync(250);
    expect(await outputs.size('1.1.0')).toBe(2 * mebibyte + 10);
  } finally {
    vi.useRealTimers();
  }
});

test('an unfinished chunk is replaced by the finished one', async () => {
  vi.useFakeTimers();
  try {
    const { outputs } = createMemoryStore().session('s');
    const writer = outputs.writer('1.1.0');
    await writer.write(bytes('a'.repeat(1000)));
    await vi.advanceTimersByTimeAsync(250);
    await writer.write(bytes('b'.repeat(mebibyte)));
    expect(await writer.close()).toBe(mebibyte + 1000);
    expect(vi.getTimerCount()).toBe(0);
    const whole = await outputs.read('1.1.0', { offset: 0, length: 2 * mebibyte });
    expect(text(whole)).toBe('a'.repeat(1000) + 'b'.repeat(mebibyte));
  } finally {
    vi.useRealTimers();
  }
});

test('a discarded output does not come back', async () => {
  vi.useFakeTimers();
  try {
    const { outputs } = createMemoryStore().session('s');
    const writer = outputs.writer('1.1.0');
    await writer.write(bytes('gone'));
    await writer.discard();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outputs.size('1.1.0')).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
