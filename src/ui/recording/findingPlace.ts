import type { PlacedFinding, Recording } from '../../core/index.ts';

/** Where in a session a text stands that looks like a secret, in words. */
export function findingPlace({ events, guest }: Recording, { path }: Pick<PlacedFinding, 'path'>): string {
  const [root, at, member, part] = path;
  if (root === 'title') return 'the title';
  if (root === 'system') return 'the system prompt';
  if (root === 'tools') return 'the texts of the tools';
  if (root === 'guest') {
    const file =
      'files' in guest.workspace && typeof part === 'number' ? guest.workspace.files[part] : undefined;
    return file === undefined ? 'the files it began with' : `the file ${file.path}`;
  }
  const event = root === 'events' && typeof at === 'number' ? events[at] : undefined;
  switch (event?.type) {
    case 'user-message':
      return `your message ${event.turn}`;
    case 'step': {
      const calls = event.parts.slice(0, Number(part)).filter(({ type }) => type === 'tool-call').length;
      const isCall = member === 'parts' && event.parts[Number(part)]?.type === 'tool-call';
      const step = `${event.turn}.${event.step}`;
      return isCall ? `the input of ${step}.${calls}` : `the answer ${step}`;
    }
    case 'record':
      return `the result of ${event.key}`;
    case 'command-started':
      return `your command ${event.key}`;
    case 'command-ended':
      return `the output of your command ${event.key}`;
    case 'job-started':
      return `the command of ${event.job}`;
    case 'job-ended':
      return `the output of ${event.job}`;
    case 'sub-agent':
      return `the sub-agent of ${event.key}`;
    default:
      return 'the session';
  }
}
