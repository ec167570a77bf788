import { onTestFinished } from 'vitest';
import { git } from '../../../../../../src/guest/embedded/shell/git/git.ts';
import { npm, npx } from '../../../../../../src/guest/embedded/shell/npm/npm.ts';
import { createGuestFetch } from '../../../../../../src/guest/network/client/index.ts';
import {
  type RegistryPackage,
  startRegistry,
  type TestRegistry,
} from '../../../../../hosts/registry/index.ts';
import { testBroker } from '../../../network/brokerBench.ts';
import { type Ran, TestShell } from '../shellHarness.ts';

const decoder = new TextDecoder();

/** A shell of the guest with npm and git in it and, where there is one, a registry that its user has allowed. */
export class NpmShell {
  readonly shell = new TestShell();
  readonly broker = testBroker();
  readonly #fetch = createGuestFetch((port) => this.broker.accept(1, port));
  readonly project = '/home/user/project';

  constructor(readonly registry: TestRegistry | null = null) {
    if (!registry) return;
    this.broker.allow([registry.host]);
    this.write('/home/user/.npmrc', `registry=${registry.url}\n`);
  }

  run(command: string): Promise<Ran> {
    return this.shell.run(command, { loadBundle: async () => ({ npm, npx, git }), fetch: this.#fetch });
  }

  /** Below the project where it is not absolute. */
  write(path: string, content: string | object): void {
    const full = path.startsWith('/') ? path : `${this.project}/${path}`;
    this.shell.memory.mkdir(full.slice(0, full.lastIndexOf('/')), true);
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    this.shell.memory.writeFile(full, new TextEncoder().encode(text));
  }

  read(path: string): string {
    return decoder.decode(
      this.shell.memory.readFile(path.startsWith('/') ? path : `${this.project}/${path}`),
    );
  }

  json(path: string): Record<string, unknown> {
    return JSON.parse(this.read(path));
  }

  /** `path@version` of everything installed, as the files say. */
  async installed(): Promise<string[]> {
    const found = await this.run(
      `find . -path '*node_modules/*' -name package.json | grep -E 'node_modules/(@[^/]+/)?[^/]+/package.json$' | sort`,
    );
    return found.stdout
      .split('\n')
      .filter(Boolean)
      .map((path) => {
        const { version } = this.json(path.slice(2));
        return `${path.slice(2).replace('/package.json', '')}@${version}`;
      });
  }
}

export async function registryWith(
  packages: readonly RegistryPackage[],
  tags?: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<TestRegistry> {
  const registry = await startRegistry(packages, tags);
  onTestFinished(() => registry.close());
  return registry;
}
