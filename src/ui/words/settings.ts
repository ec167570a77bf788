export const settings = 'Settings';
export const look = 'Look';
export const theme = 'Theme';
export const themes = { system: 'as the system', light: 'light', dark: 'dark' } as const;
export const terminal = 'Terminal';
export const tabCompletes = 'Tab completes (Esc, then Tab, leaves the terminal)';
export const screenReader = 'Screen reader support';
export const thisSession = 'This session';
export const countedWith = 'Tokens are counted with';
export const encodings = {
  o200k_base: 'o200k (GPT-4o and later)',
  cl100k_base: 'cl100k (GPT-4, GPT-3.5)',
} as const;
export const mcpServers = 'MCP servers';
export const tools = 'Tools';
export const everySession = 'Every session';
export const providersAndKeys = 'Providers and keys';
export const aboutKeys =
  'A key is bound to the address it is typed for, is held by the part of the page that asks models, and is never shown again, logged, exported or put in a link.';
export const providersNotLoaded = (why: string) => `The provider part could not be loaded: ${why}`;
export const forgetKeys = 'Forget all keys';
export const keysForgotten = 'All keys are forgotten.';
export const keysForgottenInMemory =
  'The keys are forgotten in memory, but the browser did not let their stored copy be removed. Clear this site’s data.';
export const loading = 'Loading…';

/** The guest. */
export const guestOfSessions = 'Guest of your own sessions';
export const guestChoices = {
  auto: 'a WebContainer, where one can be had',
  embedded: 'always the embedded one, which asks nobody',
  webcontainer: 'a WebContainer',
} as const;
export const aboutWebContainer = 'It comes from stackblitz.com, which is asked at a session’s first action.';
export const webContainerShell = 'Shell in a WebContainer';
export const shells = {
  bash: 'bash, the same as in the embedded guest',
  jsh: 'jsh, its own (output is one stream, nothing carries over)',
} as const;
export const webContainerKey = 'WebContainer API key';
export const notNeededHere = 'not needed on localhost';
export const aboutWebContainerKey =
  'StackBlitz gives this key to the address of a deployed page. It is no secret: it is part of a frame’s address. It is used from the next load of the page on.';

/** A profile and its mixtures. */
export const ownMixtures = 'Mixtures of your own';
export const noMixture = 'none of them';
export const keepMixture = (name: string) => `Keep “${name}” in my list`;
export const limitsOf = (profile: string) => `Limits of ${profile}`;
export const changedLimitsOf = (profile: string) => `Limits of ${profile} (changed)`;
export const mixtureName = 'Name of this mixture';
/** `unit`: what lengths are counted in. */
export const longestResult = (unit: string) => `Longest result of a command, ${unit}`;
export const noLimit = 'no limit';
export const previewOfResult = (unit: string) => `Preview of a saved result, ${unit}`;
export const defaultTimeout = 'Default timeout, seconds';
export const longestTimeout = 'Longest timeout, seconds';
export const pageLines = 'Page of a file, lines';
export const pageTokens = 'Page of a file, tokens';
/** An option that a profile names itself. */
export const optionIn = (option: string, unit: string) => `${option}, ${unit}`;
export const asHarness = 'As the harness has them';
export const quirksOf = (profile: string) => `Quirks of ${profile}`;
/** `sentence`: what the harness does. */
export const reproduce = (sentence: string) => `Reproduce: ${sentence}`;
export const certainty = (level: string) => `certainty ${level}`;

/** A model. */
export const modelOfProvider = 'Model of a provider';
export const provider = 'Provider';
export const modelId = 'Model id';
export const modelIdHint = 'model id';
export const use = 'Use';
export const inUse = (by: string, model: string) => `In use: ${by} · ${model}`;

/** The page's own limits. */
export const commandOutput = 'Output kept of one command, MB';
export const sessionOutput = 'Output kept of one session, MB';
export const requestsInTurn = 'Model requests in one turn';
export const limitKept = 'Kept. It holds for a session when it is opened next.';

/** A provider. */
export const keySet = '✓ key set';
export const noKey = 'no key';
export const noKeyOftenFine = 'no key (often needs none)';
export const baseUrl = 'Base URL';
export const baseUrlOf = (title: string) => `Base URL of ${title}`;
export const key = 'Key';
export const keyOf = (title: string) => `Key of ${title}`;
export const keyIsSet = 'set; type to replace it';
export const keepOnDevice = 'keep on this device';
export const save = 'Save';
export const addressNotKept = (why: string) =>
  `The address could not be kept: ${why} Nothing was changed; enter the key again.`;
export const addressKept = 'The address is kept.';
export const keyKept = (origin: string) => `The key for ${origin} is kept on this device.`;
export const keyNotStored = 'The browser did not let the key be stored; it is kept until the page is closed.';
export const keyKeptUntilClosed = (origin: string) =>
  `The key for ${origin} is kept until the page is closed.`;

/** A script for the scripted model. */
export const ownScript = 'Script of your own';
export const aboutScript =
  'A model without a key that says what you write: each step answers one request. A text in <code>{{match:…(…)}}</code> is found in the last tool result.';
export const scriptAsJson = 'Script as JSON';
export const useScript = 'Use this script';
export const beginWithExample = 'Begin with the example';
export const scriptUsed = (steps: number) => `This session is answered by your script: ${steps} steps.`;
/** What the example's model says. */
export const exampleFirst = 'I will count.';
export const exampleLast = 'That is all.';
