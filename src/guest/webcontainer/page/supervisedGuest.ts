import { builtAssetUrls, PageAssets } from '../../embedded/page/assets.ts';
import { KernelGuest } from '../../embedded/page/guest.ts';
import type { Guest, GuestBoot, GuestTerminal, RunNote } from '../../port.ts';
import { containerAbout } from './about.ts';
import type { Container } from './client.ts';
import type { ContainerPorts } from './containerPorts.ts';
import { JshTerminals } from './jshTerminal.ts';
import { lacksModules, modulesNote, quoted } from './modules.ts';
import { openSupervisorLine } from './supervisorLine.ts';

/** Bytes that one command which cannot stream may build in memory. */
const maxBuiltBytes = 32 * 1024 * 1024;

/** The guest's kernel in the container, by its supervisor: what there is of the container, with the shell of the embedded guest. */
class SupervisedGuest extends KernelGuest {
  readonly #ports: ContainerPorts;
  readonly #terminals: JshTerminals;
  #lost: readonly RunNote[] = [];

  constructor(
    container: Container,
    ports: ContainerPorts,
    ...[frame, settings]: ConstructorParameters<typeof KernelGuest>
  ) {
    super(frame, settings);
    this.#terminals = new JshTerminals(container);
    this.#ports = ports;
  }

  override openTerminal(size: { readonly columns: number; readonly rows: number }): GuestTerminal {
    return this.#terminals.open(size);
  }

  override dispose(): void {
    this.#terminals.dispose();
    super.dispose();
  }

  override get limitations(): readonly RunNote[] {
    return [...super.limitations, ...this.#lost];
  }

  /** What was installed is not kept: its list is. */
  override async restore(changes: Parameters<Guest['restore']>[0]): Promise<void> {
    await super.restore(changes);
    if (await lacksModules(this.fs, this.dirs.workspace)) this.#lost = [modulesNote];
  }

  /** In a shell of its own: the user's stays where it is. */
  async reinstallCommand(): Promise<string | null> {
    const { workspace } = this.dirs;
    const isMissing = this.#lost.length > 0 && (await lacksModules(this.fs, workspace));
    return isMissing ? `(cd ${quoted(workspace)} && npm install)` : null;
  }

  override async ports(): Promise<readonly number[]> {
    return this.#ports.list();
  }

  onServer(listener: (port: number) => void): () => void {
    return this.#ports.onServer(listener);
  }

  previewUrl(port: number): string | null {
    return this.#ports.previewUrl(port);
  }
}

/** Rejects with a sentence where the supervisor does not come up. */
export async function openSupervisedGuest(
  container: Container,
  ports: ContainerPorts,
  boot: GuestBoot,
): Promise<Guest> {
  let onEnd: (message: string) => void = () => {};
  const { seed, formerPlaces = [] } = boot;
  const line = await openSupervisorLine(container, {
    seed,
    formerPlaces,
    onEnd: (message) => onEnd(message),
  });
  const { hello, control, filePort, close } = line;
  const { home, tmp, workspace } = hello;
  const guest = new SupervisedGuest(
    container,
    ports,
    // Nobody listens for beats: see `isUnwatched`.
    { control, filePort, beatPort: new MessageChannel().port1, remove: close },
    {
      ...boot,
      clockStartMs: null,
      // The supervisor leads their paths.
      formerPlaces: [],
      maxBuiltBytes,
      assets: new PageAssets(builtAssetUrls),
      place: {
        kind: 'webcontainer',
        dirs: { home, tmp, workspace },
        about: containerAbout(hello),
        env: { ...hello.env, HOME: home, TMPDIR: tmp, SHELL: '/bin/bash' },
        network: null,
        isUnwatched: true,
      },
    },
  );
  onEnd = (message) => guest.ended(message);
  await guest.ready;
  return guest;
}
