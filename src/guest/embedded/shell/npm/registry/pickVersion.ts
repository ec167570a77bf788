import semver from 'semver';
import type { JsonObject } from '../cli/project.ts';
import { coded } from '../cli/run.ts';
import type { Packument } from './registry.ts';
import type { Spec } from './spec.ts';

export interface Picked {
  readonly version: string;
  readonly manifest: JsonObject;
}

/** The version that npm takes: of a range the one tagged `latest` where it fits, else the highest, not deprecated if possible. */
export function pickVersion(packument: Packument, spec: Extract<Spec, { kind: 'range' | 'tag' }>): Picked {
  const picked = spec.kind === 'tag' ? packument.tags[spec.tag] : bestOf(packument, spec.range);
  const manifest = picked === undefined ? undefined : packument.versions[picked];
  if (picked === undefined || !manifest) {
    const wanted = spec.kind === 'tag' ? spec.tag : spec.range;
    throw coded('ETARGET', 'notarget', [
      `No matching version found for ${spec.wants}@${wanted}.`,
      'In most cases you or one of your dependencies are requesting',
      "a package version that doesn't exist.",
    ]);
  }
  return { version: picked, manifest };
}

function bestOf({ versions, tags }: Packument, range: string): string | undefined {
  const loose = { loose: true };
  const exact = semver.valid(range, loose);
  if (exact !== null && versions[exact]) return exact;
  const { latest } = tags;
  if (latest && versions[latest] && semver.satisfies(latest, range, loose)) return latest;
  const fitting = Object.keys(versions).filter((version) => semver.satisfies(version, range, loose));
  const fresh = fitting.filter((version) => !versions[version]?.deprecated);
  return [...(fresh.length > 0 ? fresh : fitting)].sort((a, b) => semver.rcompare(a, b, loose))[0];
}
