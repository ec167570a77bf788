import type { NodeSystem } from '../../system.ts';
import { createHistogram } from './histogram.ts';

interface Entry {
  readonly name: string;
  readonly entryType: string;
  readonly startTime: number;
  readonly duration: number;
  readonly detail: unknown;
}

type Observer = { readonly types: Set<string>; readonly take: (entry: Entry) => void };

/** `perf_hooks` on the guest's clock. */
export function createPerfHooks(system: NodeSystem): object {
  const { clock } = system;
  let entries: Entry[] = [];
  const observers = new Set<Observer>();

  class PerformanceEntry implements Entry {
    constructor(
      readonly name: string,
      readonly entryType: string,
      readonly startTime: number,
      readonly duration: number,
      readonly detail: unknown = null,
    ) {}
    toJSON(): Entry {
      return { ...this };
    }
  }
  class PerformanceMark extends PerformanceEntry {
    constructor(name: string, options: { readonly startTime?: number; readonly detail?: unknown } = {}) {
      super(`${name}`, 'mark', options.startTime ?? clock.elapsedMs(), 0, options.detail ?? null);
    }
  }
  class PerformanceMeasure extends PerformanceEntry {}
  const add = <Made extends Entry>(entry: Made): Made => {
    entries.push(entry);
    for (const observer of observers) if (observer.types.has(entry.entryType)) observer.take(entry);
    return entry;
  };

  function timeOf(mark: unknown, fallback: number): number {
    if (mark === undefined) return fallback;
    if (typeof mark === 'number') return mark;
    const found = entries.findLast(({ name, entryType }) => entryType === 'mark' && name === mark);
    if (found) return found.startTime;
    throw new DOMException(`The "${String(mark)}" performance mark has not been set`, 'SyntaxError');
  }

  class Performance extends EventTarget {
    get timeOrigin(): number {
      return clock.originMs;
    }
    get nodeTiming(): object {
      return {
        name: 'node',
        entryType: 'node',
        startTime: 0,
        duration: clock.elapsedMs(),
        nodeStart: 0,
        v8Start: 0,
        bootstrapComplete: 0,
        environment: 0,
        loopStart: 0,
        loopExit: -1,
        idleTime: 0,
      };
    }
    now(): number {
      return clock.elapsedMs();
    }
    mark(
      name: string,
      options?: { readonly startTime?: number; readonly detail?: unknown },
    ): PerformanceMark {
      return add(new PerformanceMark(name, options));
    }
    measure(name: string, startOrOptions?: unknown, endMark?: string): PerformanceMeasure {
      const options = (
        typeof startOrOptions === 'object' ? startOrOptions : { start: startOrOptions, end: endMark }
      ) as {
        start?: unknown;
        end?: unknown;
        duration?: number;
        detail?: unknown;
      } | null;
      const end =
        options?.end === undefined && options?.duration !== undefined
          ? timeOf(options.start, 0) + options.duration
          : timeOf(options?.end, clock.elapsedMs());
      const start =
        options?.start === undefined && options?.duration !== undefined
          ? end - options.duration
          : timeOf(options?.start, 0);
      return add(new PerformanceMeasure(name, 'measure', start, end - start, options?.detail ?? null));
    }
    getEntries(): Entry[] {
      return entries.toSorted((left, right) => left.startTime - right.startTime);
    }
    getEntriesByName(name: string, type?: string): Entry[] {
      return this.getEntries().filter(
        (entry) => entry.name === name && (type === undefined || entry.entryType === type),
      );
    }
    getEntriesByType(type: string): Entry[] {
      return this.getEntries().filter(({ entryType }) => entryType === type);
    }
    clearMarks(name?: string): void {
      entries = entries.filter(
        (entry) => entry.entryType !== 'mark' || (name !== undefined && entry.name !== name),
      );
    }
    clearMeasures(name?: string): void {
      entries = entries.filter(
        (entry) => entry.entryType !== 'measure' || (name !== undefined && entry.name !== name),
      );
    }
    clearResourceTimings(): void {}
    setResourceTimingBufferSize(): void {}
    eventLoopUtilization(): object {
      return { idle: 0, active: 0, utilization: 0 };
    }
    timerify<Target extends (...args: unknown[]) => unknown>(target: Target): Target {
      const timed = function (this: unknown, ...args: unknown[]) {
        const start = clock.elapsedMs();
        const result: unknown = new.target
          ? Reflect.construct(target, args)
          : Reflect.apply(target, this, args);
        add(new PerformanceEntry(target.name, 'function', start, clock.elapsedMs() - start, args));
        return result;
      };
      return Object.defineProperty(timed, 'name', {
        value: `timerified ${target.name}`,
      }) as unknown as Target;
    }
    toJSON(): object {
      return {
        nodeTiming: this.nodeTiming,
        timeOrigin: this.timeOrigin,
        eventLoopUtilization: this.eventLoopUtilization(),
      };
    }
  }

  class PerformanceObserverEntryList {
    readonly #list: readonly Entry[];
    constructor(list: readonly Entry[]) {
      this.#list = list;
    }
    getEntries(): readonly Entry[] {
      return this.#list;
    }
    getEntriesByName(wanted: string): Entry[] {
      return this.#list.filter(({ name }) => name === wanted);
    }
    getEntriesByType(type: string): Entry[] {
      return this.#list.filter(({ entryType }) => entryType === type);
    }
  }

  class PerformanceObserver {
    static readonly supportedEntryTypes = ['function', 'mark', 'measure'];
    #waiting: Entry[] = [];
    readonly #observer: Observer;
    constructor(callback: (list: PerformanceObserverEntryList, observer: PerformanceObserver) => void) {
      this.#observer = {
        types: new Set(),
        take: (entry) => {
          this.#waiting.push(entry);
          if (this.#waiting.length > 1) return;
          system.loop.enqueue(() => {
            const list = this.takeRecords();
            if (list.length > 0) callback(new PerformanceObserverEntryList(list), this);
          });
        },
      };
    }
    observe(options: { readonly entryTypes?: readonly string[]; readonly type?: string }): void {
      for (const type of options.entryTypes ?? [options.type ?? '']) this.#observer.types.add(type);
      observers.add(this.#observer);
    }
    disconnect(): void {
      observers.delete(this.#observer);
    }
    takeRecords(): Entry[] {
      return this.#waiting.splice(0);
    }
  }

  return {
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    PerformanceResourceTiming: PerformanceEntry,
    monitorEventLoopDelay: () =>
      Object.assign(createHistogram(), { enable: () => true, disable: () => true }),
    createHistogram,
    performance: new Performance(),
    constants: {
      NODE_PERFORMANCE_GC_MAJOR: 4,
      NODE_PERFORMANCE_GC_MINOR: 1,
      NODE_PERFORMANCE_GC_INCREMENTAL: 8,
      NODE_PERFORMANCE_GC_WEAKCB: 16,
    },
  };
}
