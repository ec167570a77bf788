import type { PlacedFinding, Recording } from '../../core/index.ts';
import * as words from '../words/sharing.ts';

/** Where in a session a text stands that looks like a secret, in words. */
export function findingPlace({ events, guest }: Recording, { path }: Pick<PlacedFinding, 'path'>): string {
  const [root, at, member, part] = path;
  if (root === 'title') return words.places.title;
  if (root === 'system') return words.places.system;
  if (root === 'tools') return words.places.tools;
  if (root === 'guest') {
    const file =
      'files' in guest.workspace && typeof part === 'number' ? guest.workspace.files[part] : undefined;
    return file === undefined ? words.places.files : words.theFile(file.path);
  }
  const event = root === 'events' && typeof at === 'number' ? events[at] : undefined;
  switch (event?.type) {
    case 'user-message':
      return words.yourMessage(event.turn);
    case 'step': {
      const calls = event.parts.slice(0, Number(part)).filter(({ type }) => type === 'tool-call').length;
      const isCall = member === 'parts' && event.parts[Number(part)]?.type === 'tool-call';
      const step = `${event.turn}.${event.step}`;
      return isCall ? words.theInput(`${step}.${calls}`) : words.theAnswer(step);
    }
    case 'record':
      return words.theResult(event.key);
    case 'command-started':
      return words.yourCommand(event.key);
    case 'command-ended':
      return words.outputOfCommand(event.key);
    case 'job-started':
      return words.commandOf(event.job);
    case 'job-ended':
      return words.outputOf(event.job);
    case 'sub-agent':
      return words.subAgentOf(event.key);
    default:
      return words.places.session;
  }
}
