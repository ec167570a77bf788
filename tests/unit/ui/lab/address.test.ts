import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionsOf, type ProfileRef, profileRef, profiles } from '../../../../src/core/index.ts';
import { parsePage } from '../../../../src/ui/app/page.ts';
import {
  formatLabAddress,
  type LabAddress,
  parseLabAddress,
} from '../../../../src/ui/lab/address/labAddress.ts';
import {
  cleanName,
  formatProfile,
  isCustom,
  parseProfile,
} from '../../../../src/ui/lab/address/profileCode.ts';

const customs: fc.Arbitrary<ProfileRef> = fc.constantFrom(...profiles).chain((profile) =>
  fc
    .record({
      previewUnits: fc.option(fc.integer({ min: 1, max: 200_000 })),
      readTokens: fc.option(fc.integer({ min: 1, max: 200_000 })),
      bash: fc.option(fc.oneof(fc.constant('none' as const), fc.integer({ min: 0, max: 200_000 }))),
      options: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      quirks: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      name: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 })),
    })
    .map((chosen) => {
      const options = Object.fromEntries(
        optionsOf(profile).flatMap((option, at) =>
          chosen.options[at % 12]
            ? [[option.id, option.kind === 'number' ? option.max : option.values.at(-1)!]]
            : [],
        ),
      );
      const quirks = Object.fromEntries(
        profile.quirks.map((quirk, at) => [quirk.id, chosen.quirks[at % 12] ? 'exact' : 'fixed'] as const),
      );
      const overrides = {
        ...(chosen.previewUnits === null ? {} : { previewUnits: chosen.previewUnits }),
        ...(chosen.readTokens === null ? {} : { readTokens: chosen.readTokens }),
        ...(chosen.bash === null
          ? {}
          : {
              inlineLimit: {
                ...profile.limits.inlineLimit,
                bash: chosen.bash === 'none' ? null : chosen.bash,
              },
            }),
        options,
      };
      const ref = profileRef(profile, quirks, overrides);
      const name = chosen.name === null ? null : cleanName(chosen.name);
      return name === null ? ref : { ...ref, name };
    }),
);

test('a mixture of one’s own is the same after its way through an address', () => {
  fc.assert(
    fc.property(customs, (ref) => {
      const back = parseProfile(formatProfile(ref));
      expect(back).not.toBeNull();
      if (back === null) return;
      expect(formatProfile(back)).toBe(formatProfile(ref));
      expect(back.name).toBe(ref.name);
      expect(back.quirks).toEqual(ref.quirks);
    }),
  );
});

test('a profile that nobody has changed is its id alone', () => {
  for (const profile of profiles) {
    expect(formatProfile(profileRef(profile))).toBe(profile.id);
    expect(parseProfile(profile.id)).toEqual(profileRef(profile));
    expect(isCustom(profileRef(profile))).toBe(false);
  }
});

test('an address with several mixtures is read back as it was', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(customs, { maxLength: 5, selector: formatProfile }),
      fc.constantFrom('views' as const, 'numbers' as const, 'chart' as const, 'compare' as const),
      (refs, view) => {
        const address: LabAddress = { profiles: refs, view };
        const page = parsePage(formatLabAddress(address));
        expect(page.kind).toBe('lab');
        const back = parseLabAddress(page.kind === 'lab' ? page.query : '');
        expect(back.view).toBe(view);
        expect(back.profiles.map(formatProfile)).toEqual(refs.map(formatProfile));
      },
    ),
  );
});

test('hostile addresses give profiles of this build and numbers that make sense, or nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `profile=${profiles[0]!.id};${text}`),
      ),
      (query) => {
        for (const ref of parseLabAddress(query).profiles) {
          expect(profiles.some((profile) => profile.id === ref.id)).toBe(true);
          for (const value of Object.values(ref.overrides.inlineLimit ?? {})) {
            expect(value === null || (Number.isSafeInteger(value) && value >= 0)).toBe(true);
          }
        }
      },
    ),
  );
  const id = profiles[0]!.id;
  const plain = profileRef(profiles[0]!);
  for (const code of [
    `${id};previewUnits=-1`,
    `${id};previewUnits=1e9`,
    `${id};previewUnits=99999999999`,
    `${id};__proto__=1`,
    `${id};in.__proto__=5`,
    `${id};opt.constructor=1`,
    `${id};fix.constructor`,
    `${id};name=%E0%A4%A`,
    `${id};name=%00%0A`,
  ]) {
    expect(parseProfile(code), code).toEqual(plain);
  }
  expect(parseProfile('nobody')).toBeNull();
  expect(parseProfile('__proto__')).toBeNull();
  expect(parseProfile(`${id};name=${'x'.repeat(3_000)}`)).toBeNull();
  expect(parseProfile(`${id};name=%3Cimg%20src%3Dx%3E`)?.name).toBe('<img src=x>');
});

test('a name is one short line without controls or invisible signs', () => {
  expect(cleanName('  My \n mix\u202e  ')).toBe('My mix');
  expect(cleanName('\u0000\u200b')).toBeNull();
  expect(cleanName('é'.repeat(61))).toBe('é'.repeat(60));
});

test('the address names a page; what nobody knows is none', () => {
  expect(parsePage('#/lab')).toEqual({ kind: 'lab', query: '' });
  expect(parsePage('#/lab?profile=a&view=chart')).toEqual({ kind: 'lab', query: 'profile=a&view=chart' });
  expect(parsePage('#/labs')).toEqual({ kind: 'unknown', hash: '#/labs' });
  expect(parsePage('#/protocols')).toEqual({ kind: 'protocols', id: null });
  expect(parsePage('#/protocols/pi')).toEqual({ kind: 'protocols', id: 'pi' });
  expect(parsePage('#/protocols/<x>')).toEqual({ kind: 'unknown', hash: '#/protocols/<x>' });
  expect(parsePage('#/s/abc/1.2.0')).toEqual({ kind: 'session' });
});
