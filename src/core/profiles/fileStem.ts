/** Longest stem in characters, suffix included: short enough for every file system and for a notice. */
const maxStemLength = 64;

/** Names that Windows keeps for devices; a session exported there must still open. */
const reservedName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/**
 * A safe file stem for a call id, the only way by which an id reaches a path. What is outside
 * `[A-Za-z0-9_-]` becomes `_`; empty and reserved names become `call`; a repeat, compared without case,
 * gets `-2`, `-3`, …; at most 64 characters with the suffix. `usedStems` holds lower-case stems.
 */
export function fileStemOf(callId: string, usedStems: ReadonlySet<string>): string {
  const cleaned = callId
    .slice(0, maxStemLength * 2)
    .replace(/[^A-Za-z0-9_-]/gu, '_')
    .slice(0, maxStemLength);
  const stem = cleaned === '' || reservedName.test(cleaned) ? 'call' : cleaned;
  if (!usedStems.has(stem.toLowerCase())) return stem;
  for (let occurrence = 2; ; occurrence++) {
    const suffix = `-${occurrence}`;
    const candidate = stem.slice(0, maxStemLength - suffix.length) + suffix;
    if (!usedStems.has(candidate.toLowerCase())) return candidate;
  }
}
