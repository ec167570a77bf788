import type { RecordKey } from '../../core/index.ts';
import { stopReasonOf, type ToolResult } from '../tools/toolPort.ts';
import type { OpenedCall } from './callDoor.ts';
import { notAllowed, notRun } from './callEndings.ts';
import type { CallRunnerDeps } from './callRunnerDeps.ts';

type Runnable = Extract<OpenedCall, { ok: true }>;

/** Whether a call may run: by what the user has set for its tool, or by asking. */
export class CallPermission {
  constructor(private readonly deps: Pick<CallRunnerDeps, 'permissions' | 'isSavedOutput' | 'ask'>) {}

  /** Reading one's own saved output is to go on with one's own work: it is not asked about. */
  choice({ tool: name, fingerprint, readsPath }: Runnable): 'run' | 'ask' | 'deny' {
    const choice = this.deps.permissions.choiceFor({ name, fingerprint });
    return choice === 'ask' && readsPath !== null && this.deps.isSavedOutput(readsPath) ? 'run' : choice;
  }

  /** Null where the call may run; else what it comes to instead. */
  async refusal(key: RecordKey, opened: Runnable, stop: AbortSignal): Promise<ToolResult | null> {
    const { permissions, ask } = this.deps;
    const { tool, fingerprint } = opened;
    const subject = { name: tool, fingerprint };
    const choice = this.choice(opened);
    if (choice === 'run') return null;
    if (choice === 'deny') return notAllowed('settings');
    const changed = permissions.wasAllowed(subject);
    const answer = await ask(key, { kind: 'permission', tool, fingerprint, changed }, stop);
    if (answer === null) return notRun(stopReasonOf(stop));
    if (answer.kind !== 'permission' || answer.choice === 'deny') return notAllowed('user');
    if (answer.choice === 'always') await permissions.set(subject, 'run').catch(() => {});
    return null;
  }
}
