import { formatBytes, formatCount } from '../kit/format.ts';
import { plural } from './plural.ts';

/** Questions. */
export const yourAnswer = 'Your answer';
export const yourAnswerInWords = 'Your answer in words';
export const ownWords = 'Or in your own words';
export const answer = 'Answer';
export const modelWants = 'The model wants to run <tool/>:';
export const modelWantsChanged = 'The model wants to run <tool/>, which has changed since you allowed it:';
export const subAgentWants = 'A sub-agent wants to run <tool/>:';
export const subAgentWantsChanged =
  'A sub-agent wants to run <tool/>, which has changed since you allowed it:';
export const runOnce = 'Run once';
export const alwaysRun = 'Always run it';
export const alwaysRunVersion = 'Always run this version';
export const doNotRun = 'Do not run';

/** Which tools may run. */
export const aboutPermissions =
  'Your own tools run unless you say otherwise. A tool from the workspace or from a server asks first, and asks again when it has changed. Saved results can always be read.';
export const permissions = { run: 'run', ask: 'ask first', deny: 'never run' } as const;
export const unusableTools = 'Tools that cannot be used';

/** Servers. */
export const aboutServers =
  'Servers are asked by a part of the page that holds nothing but their headers; a header is bound to the address it is typed for and is never shown again, logged or exported. The demo server is part of this page and works offline.';
export const serverOff = 'off';
export const serverIdle = 'is connected when it is needed';
export const serverConnecting = 'connecting…';
export const serverReady = (tools: number) =>
  plural(tools, { one: 'connected, # tool', other: 'connected, # tools' });
export const connectAgain = (name: string) => `Connect ${name} again`;
export const remove = (name: string) => `Remove ${name}`;
export const name = 'Name';
export const serverName = 'Name of the server';
export const serverNameHint = 'short, for its tools’ names';
export const url = 'URL';
export const serverUrl = 'URL of the server';
export const serverUrlHint = 'https://host/mcp';
export const headers = 'Headers';
export const serverHeaders = 'Headers of the server';
export const serverHeadersHint = 'Authorization: Bearer …';
export const keepHeaders = 'keep headers on this device';
export const forgetHeaders = 'Forget all headers';
export const addServer = 'Add server';
export const headersAreLines = 'Write each header on a line of its own, as Name: value.';
export const serverAdded = 'The server is added. Its tools ask before they run.';
export const headersForgotten = 'All headers are forgotten.';
export const headersNotRemoved = 'The browser did not let them be removed.';

/** Files of a server's result. */
export const filesOfResult = 'Files of the result';
export const picture = (type: string) => `Picture in the result, ${type}`;
export const fileFacts = (type: string, bytes: number, size: { width: number; height: number } | null) =>
  size === null
    ? `${type} · ${formatBytes(bytes)}`
    : `${type} · ${formatBytes(bytes)} · ${size.width} × ${size.height}`;
export const notSaved = 'could not be saved';

/** A sub-agent. */
export const subAgent = 'Sub-agent';
/** `tokens`: 0 where its provider told none. */
export const subAgentLine = (steps: number, calls: number, tokens: number) => {
  const line = `Sub-agent: ${plural(steps, { one: '# step', other: '# steps' })}, ${plural(calls, { one: '# call', other: '# calls' })}`;
  return tokens === 0 ? line : `${line}, ${formatCount(tokens)} tokens as its provider counts`;
};
export const task = '<label>Task:</label> <said/>';
/** The end is heard, not seen. */
export const subAgentStep = (step: number) =>
  `Step ${step}<heard> of the sub-agent: show its request</heard>`;

/** What is to do. */
export const toDo = 'To do';
export const todoStates = { pending: 'to do', 'in-progress': 'in progress', done: 'done' } as const;
export const todoState = (state: string) => `${state}:`;
export const nothingToDo = 'The list is empty.';
