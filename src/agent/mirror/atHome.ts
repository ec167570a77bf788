import type { RecordKey, SessionState } from '../../core/index.ts';
import type { Beside } from '../jobs/besideTurns.ts';
import { queuedCommands } from '../jobs/userCommands.ts';
import type { GuestActivity, SessionFiles, SessionNetwork } from '../port.ts';
import type { HomeLine } from './homeLine.ts';
import type { HomeNow } from './messages.ts';

type Now = () => HomeNow | null;

/** Nobody waits for these; a home that does not answer is seen by what then does not happen. */
export function soon(asked: Promise<unknown>): void {
  asked.catch(() => {});
}

/** What a person does beside the turns, done at home. */
export class BesideAtHome implements Beside {
  constructor(
    private readonly line: HomeLine,
    private readonly now: Now,
    private readonly state: () => SessionState,
  ) {}

  get wakesPaused() {
    return this.now()?.wakesPaused ?? false;
  }

  /** What goes on does so at home. */
  get isBusy() {
    return false;
  }

  get queuedCommands() {
    return queuedCommands(this.state());
  }

  runCommand(command: string): Promise<void> {
    return this.line.ask('runCommand', [command.toWellFormed()]);
  }

  cancelCommand(id: number): void {
    soon(this.line.ask('cancelCommand', [id]));
  }

  moreTime(key: RecordKey): boolean {
    soon(this.line.ask('moreTime', [key]));
    return true;
  }

  toBackground(key: RecordKey): boolean {
    soon(this.line.ask('toBackground', [key]));
    return true;
  }

  stopCall(key: RecordKey): void {
    soon(this.line.ask('stopCall', [key]));
  }

  stopJob(id: string): Promise<void> {
    return this.line.ask('stopJob', [id]);
  }

  tellNow(): Promise<void> {
    return this.line.ask('tellNow', []);
  }

  /** Recordings are played where nobody else looks on. */
  wakeAs(): Promise<void> {
    return Promise.reject(new Error('A session that another tab drives plays no recording.'));
  }

  typing(isTyping: boolean): void {
    soon(this.line.ask('typing', [isTyping]));
  }
}

export function networkAtHome(line: HomeLine, now: Now): SessionNetwork {
  return {
    get allowed() {
      return now()?.allowedHosts ?? [];
    },
    get asked() {
      return now()?.askedHosts ?? [];
    },
    allow: (host) => line.ask('allowHost', [host]),
    revoke: (host) => line.ask('revokeHost', [host]),
    dismiss: (host) => soon(line.ask('dismissHost', [host])),
  };
}

/** The home's guest, as far as a page looks into it. */
export function filesAtHome(line: HomeLine): SessionFiles {
  return {
    read: (path, range) => line.ask('readFile', [path, range]),
    readdir: (path) => line.ask('readFolder', [path]),
    write: (path, bytes) => line.ask('writeFile', [path, bytes]),
    append: (path, bytes) => line.ask('appendFile', [path, bytes]),
  };
}

/**
 * Without `onServer`: a preview that opens by itself opens where the session lives. In every tab at once it would load the
 * server's page as often, for people who look at something else there; they find it in the guest's list.
 */
export function activityAtHome(line: HomeLine): GuestActivity {
  return {
    processes: () => line.ask('processes', []),
    kill: (pid, signal) => line.ask('kill', [pid, signal]),
    ports: () => line.ask('ports', []),
    reinstallCommand: () => line.ask('reinstallCommand', []),
    request: (port, { method, path, headers, body }) =>
      line.ask('request', [port, { method, path, headers: { ...headers }, body }]),
  };
}
