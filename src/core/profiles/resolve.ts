import type {
  CleanerId,
  LengthUnit,
  LimitOverrides,
  OptionValues,
  Profile,
  ProfileContext,
  ProfileLimits,
  ProfileOption,
  ProfileRef,
  QuirkSettings,
} from '../contract/index.ts';

/** Largest inline limit that a user may set, in UTF-16 units: what the windows of an output text always hold. */
export const maxInlineUnits = 200_000;

/** Names and places of one session, which a profile cannot know. */
export interface SessionPlaces {
  readonly sessionId: string;
  /** Absolute guest paths. */
  readonly home: string;
  readonly workspace: string;
  /** Lower-case stems of the outputs that this session has saved. */
  readonly usedStems: ReadonlySet<string>;
  /** What the guest says of itself. */
  readonly guestAbout?: string;
}

/** The quirks in force: the profile's defaults, then what the ref says of quirks that the profile has. */
export function quirkSettings(profile: Profile, ref: Pick<ProfileRef, 'quirks'>): QuirkSettings {
  return Object.fromEntries(
    profile.quirks.map((quirk) => [
      quirk.id,
      (Object.hasOwn(ref.quirks, quirk.id) ? ref.quirks[quirk.id] : undefined) ?? quirk.default,
    ]),
  );
}

/**
 * The numbers in force: the profile's, replaced by the ref's overrides where those make sense. What does not
 * (negative, fractional, not a number) is left at the profile's value; an inline limit is held to
 * `maxInlineUnits`; the timeout ceiling is the larger of the default and the maximum.
 */
export function resolveLimits(profile: Profile, ref: Pick<ProfileRef, 'overrides'>): ProfileLimits {
  const { limits } = profile;
  const asked: LimitOverrides = ref.overrides;
  const inline: Record<string, number | null> & { default: number | null } = { ...limits.inlineLimit };
  for (const [tool, value] of Object.entries(asked.inlineLimit ?? {})) {
    if (value === null) inline[tool] = null;
    else if (isCount(value)) inline[tool] = Math.min(value, maxInlineUnits);
  }
  const defaultTimeoutMs = positive(asked.defaultTimeoutMs, limits.defaultTimeoutMs);
  return {
    lengthUnit: limits.lengthUnit,
    inlineLimit: inline,
    previewUnits: isCount(asked.previewUnits)
      ? Math.min(asked.previewUnits, maxInlineUnits)
      : limits.previewUnits,
    defaultTimeoutMs,
    maxTimeoutMs: Math.max(positive(asked.maxTimeoutMs, limits.maxTimeoutMs), defaultTimeoutMs),
    readLines: positive(asked.readLines, limits.readLines),
    readTokens: positive(asked.readTokens, limits.readTokens),
  };
}

/** What every profile can be told: whether the harness's words about a cut are in the model view. */
const noticeOption: ProfileOption = {
  kind: 'choice',
  id: 'notice',
  label: 'Notices of the harness',
  values: ['on', 'off'],
  default: 'on',
};

/** What a large result of an MCP server comes to: saved like any other, or refused as harnesses of 2025 did. */
const mcpOptions: readonly ProfileOption[] = [
  {
    kind: 'choice',
    id: 'mcpLarge',
    label: 'Large MCP results',
    values: ['save', 'refuse'],
    default: 'save',
  },
  {
    kind: 'number',
    id: 'mcpTokens',
    label: 'An MCP result is refused over',
    unit: 'tokens',
    min: 1,
    max: 10_000_000,
    default: 25_000,
  },
];

/** The options of a profile, those of every profile behind its own. An option of its own by the same id stands. */
export function optionsOf(profile: Pick<Profile, 'options'>): readonly ProfileOption[] {
  const own = new Set(profile.options.map((option) => option.id));
  return [...profile.options, ...[noticeOption, ...mcpOptions].filter((option) => !own.has(option.id))];
}

/** Every option of the profile: what the ref says where that is one of its values, else the default. */
export function optionValues(profile: Profile, ref: Pick<ProfileRef, 'overrides'>): OptionValues {
  const asked = ref.overrides.options ?? {};
  return Object.fromEntries(
    optionsOf(profile).map((option) => {
      const value = Object.hasOwn(asked, option.id) ? asked[option.id] : undefined;
      if (option.kind === 'choice') {
        return [
          option.id,
          typeof value === 'string' && option.values.includes(value) ? value : option.default,
        ];
      }
      const fits = typeof value === 'number' && isCount(value) && value >= option.min && value <= option.max;
      return [option.id, fits ? value : option.default];
    }),
  );
}

/** What a profile's functions are called with: the ref's numbers and quirks, and the session's places. */
export function profileContext(profile: Profile, ref: ProfileRef, places: SessionPlaces): ProfileContext {
  return {
    limits: resolveLimits(profile, ref),
    quirks: quirkSettings(profile, ref),
    options: optionValues(profile, ref),
    sessionId: places.sessionId,
    home: places.home,
    workspace: places.workspace,
    usedStems: places.usedStems,
    ...(places.guestAbout ? { guestAbout: places.guestAbout } : {}),
  };
}

/** What the inline limits and the preview are counted in, under these options. */
export function lengthUnitOf({ lengthUnit }: ProfileLimits, options: OptionValues): LengthUnit {
  if (typeof lengthUnit === 'string') return lengthUnit;
  const value = String(options[lengthUnit.option]);
  const known = Object.hasOwn(lengthUnit.units, value) ? lengthUnit.units[value] : undefined;
  return known ?? 'UTF-16 units';
}

/** Longest inline result of a tool in the profile's unit; null where the tool has no limit. */
export function inlineLimitOf(limits: ProfileLimits, tool: string): number | null {
  const own = Object.hasOwn(limits.inlineLimit, tool) ? limits.inlineLimit[tool] : undefined;
  return own === undefined ? limits.inlineLimit.default : own;
}

/**
 * The cleaner whose text a profile is given for a tool. A page of a file is shown as it is, since an edit must
 * find in the file what the page showed.
 */
export function cleanerFor(profile: Profile, tool: string): CleanerId {
  return tool === 'read' ? 'none' : profile.cleaner;
}

/** Our name of the tool that the model called by `wireName`, null where the profile has no such tool. */
export function toolByWireName(profile: Profile, ctx: ProfileContext, wireName: string): string | null {
  return profile.tools(ctx).find((tool) => tool.wireName === wireName)?.tool ?? null;
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0;
}

function positive(value: number | undefined, fallback: number): number {
  return isCount(value) && value > 0 ? value : fallback;
}
