import { describe, expect, test } from 'vitest';
import {
  cleanerFor,
  defaultProfileRef,
  inlineLimitOf,
  lengthUnitOf,
  maxInlineUnits,
  type OptionValues,
  optionsOf,
  type Profile,
  profileById,
  profileContext,
  profileNames,
  profileOf,
  profileRef,
  profiles,
  quirkSettings,
  resolveLimits,
  toolByWireName,
} from '../../../../src/core/index.ts';
import { places } from '../support/outputs.ts';

const claudeCode: Profile = profileOf({ id: 'claude-code' });

test('profiles have ids of their own, and the default is the first', () => {
  expect(new Set(profiles.map(({ id }) => id)).size).toBe(profiles.length);
  expect(defaultProfileRef()).toEqual({
    id: 'claude-code',
    version: claudeCode.version,
    quirks: { 'failure-excerpt': 'fixed' },
    overrides: {},
  });
  expect(profileById('none')?.id).toBe('none');
  expect(profileById('no such profile')).toBe(null);
  expect(profileOf({ id: 'no such profile' })).toBe(claudeCode);
});

test('the list of names, which is there before the profiles are, is theirs in the same order', () => {
  expect(profileNames).toEqual(profiles.map(({ id, title }) => ({ id, title })));
});

describe('limits', () => {
  test('are the measured ones without overrides', () => {
    expect(resolveLimits(claudeCode, { overrides: {} })).toEqual({
      lengthUnit: 'UTF-16 units',
      inlineLimit: { default: 50_000, bash: 30_000, grep: 20_000, read: null },
      previewUnits: 2_000,
      defaultTimeoutMs: 120_000,
      maxTimeoutMs: 600_000,
      readLines: 2_000,
      readTokens: 25_000,
    });
  });

  test('take overrides that make sense and leave the others', () => {
    const limits = resolveLimits(claudeCode, {
      overrides: {
        inlineLimit: { default: 10, bash: -1, grep: null, ls: 2.5, write: maxInlineUnits + 1 },
        previewUnits: 100,
        readLines: 0,
        readTokens: Number.NaN,
        defaultTimeoutMs: 700_000,
      },
    });
    expect(limits).toEqual({
      lengthUnit: 'UTF-16 units',
      inlineLimit: { default: 10, bash: 30_000, grep: null, read: null, write: maxInlineUnits },
      previewUnits: 100,
      readLines: 2_000,
      readTokens: 25_000,
      defaultTimeoutMs: 700_000,
      maxTimeoutMs: 700_000,
    });
  });

  test('of a tool fall back to the default, also for names that every object has', () => {
    expect(inlineLimitOf(claudeCode.limits, 'write')).toBe(50_000);
    expect(inlineLimitOf(claudeCode.limits, 'constructor')).toBe(50_000);
    expect(inlineLimitOf(claudeCode.limits, 'read')).toBe(null);
  });
});

test('quirks that a ref does not name have their default, and unknown ones are dropped', () => {
  expect(quirkSettings(claudeCode, { quirks: { 'no-such-quirk': 'exact' } })).toEqual({
    'failure-excerpt': 'fixed',
  });
  expect(profileRef(claudeCode, { 'failure-excerpt': 'exact' }).quirks).toEqual({
    'failure-excerpt': 'exact',
  });
});

test('a page of a file is not cleaned, so that an edit finds in the file what the page showed', () => {
  expect(cleanerFor(claudeCode, 'read')).toBe('none');
  expect(cleanerFor(claudeCode, 'bash')).toBe('ansi+nul');
});

describe('what the model is told of the tools', () => {
  const ctx = profileContext(claudeCode, defaultProfileRef(), places);

  test('names them as Claude Code does', () => {
    expect(claudeCode.tools(ctx).map(({ tool, wireName }) => [tool, wireName])).toEqual([
      ['bash', 'Bash'],
      ['read', 'Read'],
      ['grep', 'Grep'],
      ['glob', 'Glob'],
      ['ls', 'LS'],
      ['write', 'Write'],
      ['edit', 'Edit'],
    ]);
    expect(toolByWireName(claudeCode, ctx, 'Bash')).toBe('bash');
    expect(toolByWireName(claudeCode, ctx, 'bash')).toBe(null);
  });

  test('says the numbers in force', () => {
    const bash = claudeCode.tools(ctx)[0]?.description;
    expect(bash).toContain('past 30000 characters');
    expect(bash).toContain('after 2m 0s');
    expect(bash).toContain('at most 10m 0s');
    const changed = profileContext(
      claudeCode,
      profileRef(claudeCode, {}, { inlineLimit: { default: 1, bash: 123 }, defaultTimeoutMs: 5_000 }),
      places,
    );
    expect(claudeCode.tools(changed)[0]?.description).toContain('past 123 characters');
    expect(claudeCode.tools(changed)[0]?.description).toContain('after 5s');
  });

  test('is JSON whose schemas require only what they describe', () => {
    for (const profile of profiles) {
      for (const { inputSchema } of profile.tools(ctx)) {
        const schema: { properties?: object; required?: string[] } = JSON.parse(JSON.stringify(inputSchema));
        expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining(schema.required ?? []));
      }
    }
  });
});

describe('options of every profile', () => {
  test('hold the choice of notices, on unless it is turned off, and an own option of that name stands', () => {
    for (const profile of profiles) {
      const notice = optionsOf(profile).find(({ id }) => id === 'notice');
      expect(notice?.default).toBe('on');
      const valueWith = (options: OptionValues) =>
        profileContext(profile, profileRef(profile, {}, { options }), places).options.notice;
      expect([valueWith({}), valueWith({ notice: 'off' }), valueWith({ notice: 7 })]).toEqual([
        'on',
        'off',
        'on',
      ]);
    }
    const own = { kind: 'choice', id: 'notice', label: 'x', values: ['a'], default: 'a' } as const;
    expect(optionsOf({ options: [own] }).filter(({ id }) => id === 'notice')).toEqual([own]);
  });
});

describe('the unit of a length', () => {
  const unitIn = (id: string, options: Readonly<Record<string, string>> = {}) => {
    const profile = profiles.find((one) => one.id === id);
    if (profile === undefined) throw new Error(`no profile ${id}`);
    const ref = profileRef(profile, {}, { options });
    return lengthUnitOf(profile.limits, profileContext(profile, ref, places).options);
  };

  test.each([
    ['claude-code', 'UTF-16 units'],
    ['openhands', 'code points'],
    ['crush', 'display cells'],
    ['pi', 'UTF-8 bytes'],
    ['better-fs-tools', 'raw bytes'],
  ])('of %s is %s', (id, unit) => {
    expect(unitIn(id)).toBe(unit);
  });

  test('hangs on an option where the harness’s does', () => {
    expect(unitIn('codex')).toBe('tokens of 4 bytes');
    expect(unitIn('codex', { policy: 'bytes' })).toBe('UTF-8 bytes');
    expect(unitIn('spillway', { unit: 'bytes' })).toBe('UTF-8 bytes');
  });

  test('is named by options that the profile has, for each of their values', () => {
    for (const { limits, options } of profiles) {
      const { lengthUnit } = limits;
      if (typeof lengthUnit === 'string') continue;
      const option = options.find(({ id }) => id === lengthUnit.option);
      expect(option?.kind === 'choice' ? option.values : null).toEqual(Object.keys(lengthUnit.units));
    }
  });
});
