import type { NodeSystem } from '../../system.ts';

type Callback = (this: unknown, ...args: unknown[]) => unknown;

/** `domain`: errors of what runs inside are told to it; what is called later is not followed. */
export function createDomain(system: NodeSystem): object {
  const Emitter = system.builtin<new () => import('node:events').EventEmitter>('events');
  class Domain extends Emitter {
    readonly members: unknown[] = [];
    run(callback: Callback, ...args: unknown[]): unknown {
      return this.bind(callback)(...args);
    }
    bind(callback: Callback): Callback {
      return (...args) => {
        try {
          return callback.apply(this, args);
        } catch (error) {
          this.emit('error', error);
          return undefined;
        }
      };
    }
    intercept(callback: Callback): Callback {
      return (error, ...args) =>
        error instanceof Error ? this.emit('error', error) : this.bind(callback)(...args);
    }
    add(member: unknown): void {
      this.members.push(member);
    }
    remove(member: unknown): void {
      const at = this.members.indexOf(member);
      if (at !== -1) this.members.splice(at, 1);
    }
    enter(): void {}
    exit(): void {}
    dispose(): void {}
  }
  const create = () => new Domain();
  return { _stack: [], Domain, createDomain: create, create, active: null };
}
