import type { FileStat, GuestFs, GuestTerminal } from '../../guest/index.ts';
import { RecordedOutputs } from '../output/recordedOutputs.ts';
import type { AsideResult, GuestActivity, GuestStatus, RunStatus } from '../port.ts';
import type { After } from '../timers.ts';
import { asideRun } from '../workspace/asideRun.ts';
import type { GuestHost } from '../workspace/guestHost.ts';
import { guestPlaces } from './sessionDeps.ts';

/** The guest that a session runs in, as a page looks into it and acts on it beside the turns. */
export abstract class SessionInGuest extends RecordedOutputs {
  protected abstract readonly host: GuestHost;
  protected abstract readonly after: After;
  abstract get runStatus(): RunStatus;

  get guestStatus(): GuestStatus {
    return this.host.status;
  }

  get network() {
    return this.host.network;
  }

  get fs(): GuestFs | null {
    return this.host.seat?.guest.fs ?? null;
  }

  get activity(): GuestActivity | null {
    return this.host.seat?.guest ?? null;
  }

  get workspace(): string {
    return this.host.dirs?.workspace ?? guestPlaces.workspace;
  }

  get home(): string {
    return this.host.dirs?.home ?? guestPlaces.home;
  }

  async runAside(
    command: string,
    limits: { maxBytes: number; timeoutMs: number; stop: AbortSignal },
  ): Promise<AsideResult> {
    const { guest } = await this.host.ensure();
    return asideRun(guest, command, { ...limits, after: this.after });
  }

  async ensureGuest(): Promise<void> {
    await this.host.ensure();
  }

  prepareGuest(): Promise<void> {
    return this.host.prepare();
  }

  useEmbeddedGuest(): void {
    this.host.useEmbedded();
  }

  async moveGuest(kind: 'embedded' | 'webcontainer'): Promise<void> {
    if (this.runStatus.kind !== 'idle')
      throw new Error('Stop the turn first: what runs would end with its guest.');
    await this.host.moveTo(kind);
  }

  async openTerminal(size: { columns: number; rows: number }): Promise<GuestTerminal> {
    const { guest } = await this.host.ensure();
    return guest.openTerminal(size);
  }

  async stat(path: string): Promise<FileStat> {
    const { guest } = await this.host.ensure();
    return guest.fs.stat(path);
  }
}
