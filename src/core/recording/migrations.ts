/** One document of an old form, known to be an object and nothing more. */
type RawRecording = Readonly<Record<string, unknown>>;

/** Brings a document of version `n` to version `n + 1`. Never throws; what it cannot know it leaves to the check. */
type Migration = (recording: RawRecording) => RawRecording;

/** Version 1 had no jobs, no commands of the user, no wakes: what it has, it has in the same form. */
const fromVersion1: Migration = (recording) => recording;

const migrations: Readonly<Record<number, Migration>> = { 1: fromVersion1 };

/** The document in the form of version `newest`; null where its version is none that ever was. */
export function migrateRecording(recording: RawRecording, newest: number): RawRecording | null {
  const { version } = recording;
  if (typeof version !== 'number') return null;
  let current = recording;
  for (let from = version; from < newest; from++) {
    const step = migrations[from];
    if (step === undefined) return null;
    current = step(current);
  }
  return { ...current, version: newest };
}
