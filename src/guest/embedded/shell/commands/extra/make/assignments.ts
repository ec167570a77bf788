import type { ReaderHost } from './readerHost.ts';
import type { Origin, Scope } from './variables.ts';

/** Sets variables as the marks between their names and values say: `=`, `:=`, `?=`, `+=`, `!=`. */
export class Assignments {
  readonly #host: ReaderHost;
  readonly #global: Scope;
  /** Place of the line that is read. */
  readonly #where: () => string;

  constructor(host: ReaderHost, global: Scope, where: () => string) {
    this.#host = host;
    this.#global = global;
    this.#where = where;
  }

  async assignText(scope: Scope, name: string, mark: string, value: string, origin: Origin): Promise<string> {
    const expanded = (await this.#host.expanderFor(this.#global).text(name)).trim();
    await this.assign(scope, expanded, mark, value.trimStart(), origin);
    return expanded;
  }

  async assign(scope: Scope, name: string, mark: string, value: string, origin: Origin): Promise<void> {
    const expander = this.#host.expanderFor(scope);
    const before = scope.get(name);
    if (mark === '?=' && before) return;
    if (mark === '!=') {
      const output = (await this.#host.shell(await expander.text(value)))
        .replace(/\n+$/, '')
        .replaceAll('\n', ' ');
      return scope.set(name, { value: output, isSimple: true, origin });
    }
    if (mark === ':=' || mark === '::=' || mark === ':::=')
      return scope.set(name, { value: await expander.text(value), isSimple: true, origin });
    if (mark !== '+=' || !before)
      return scope.set(name, { value, isSimple: false, origin, where: this.#where() });
    const more = before.isSimple ? await expander.text(value) : value;
    const joint = before.value === '' ? more : `${before.value} ${more}`;
    scope.set(name, {
      value: joint,
      isSimple: before.isSimple,
      origin: before.origin === 'override' ? 'override' : origin,
    });
  }
}
