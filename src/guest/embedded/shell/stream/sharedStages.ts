import type { Command } from 'just-bash/browser';
import type { ShellTime, TypedInput } from '../job.ts';
import type { ByteSource, Sources } from './byteSource.ts';
import type { NamedSubstitutions } from './namedSubstitutions.ts';
import type { PipeEnds } from './pipeEnds.ts';
import type { Stage } from './stage.ts';

export interface TypedStdin {
  readonly source: ByteSource;
  readonly input: TypedInput;
  /** Shows the prompt of `read -p`. */
  readonly prompt: (text: string) => Promise<void>;
}

export interface ApartStage {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** What the stages of one job share. */
export interface SharedStages {
  readonly sources: Sources;
  /** Null where the time is the real one. */
  readonly time: ShellTime | null;
  /** The commands of ours that a stage needs for itself, since they write where it writes. */
  readonly commandsFor: (stage: Stage) => readonly Command[];
  readonly descriptors: Set<number>;
  readonly named: NamedSubstitutions;
  readonly ends: PipeEnds;
  /** Stages that run beside their shell (`< <(…)`) and have not ended. */
  readonly apart: Set<ApartStage>;
  /** The terminal that a person types into, as the job's standard input; null where nobody does. */
  readonly typed: TypedStdin | null;
  /** See `InterpreterHooks.functionText`. */
  readonly functionText: (name: string) => string | null;
  /** The job's own shell has begun; the others are inside it. */
  hasBegun: boolean;
  running: number;
  statements: number;
}
