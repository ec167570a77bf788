import { parseDate } from './dates.ts';
import { die, GitFailure } from './failure.ts';
import type { GitCall } from './gitCall.ts';
import type { Person } from './people.ts';

const whoAreYou = (role: string, reason: string) => `${role} identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: ${reason}
`;

/** Author or committer of what is made now. git's own words where nobody was named. */
export async function identity(
  git: GitCall,
  role: 'author' | 'committer',
  override: { readonly date?: string; readonly person?: string } = {},
): Promise<Person> {
  const upper = role.toUpperCase();
  const { env } = git;
  const forced = override.person === undefined ? null : /^(.*?)\s*<(.*)>$/.exec(override.person);
  if (override.person !== undefined && !forced) {
    die(`--author '${override.person}' is not 'Name <email>' and matches no existing author`);
  }
  const email =
    forced?.[2] ??
    env[`GIT_${upper}_EMAIL`] ??
    (await git.config(`${role}.email`)) ??
    (await git.config('user.email')) ??
    env.EMAIL;
  const name =
    forced?.[1] ??
    env[`GIT_${upper}_NAME`] ??
    (await git.config(`${role}.name`)) ??
    (await git.config('user.name'));
  const title = role === 'author' ? 'Author' : 'Committer';
  if (email === undefined) {
    const user = env.USER ?? 'user';
    const host = env.HOSTNAME ?? 'spillway';
    const reason = `unable to auto-detect email address (got '${user}@${host}.(none)')`;
    throw new GitFailure(whoAreYou(title, reason), 128);
  }
  if (name === undefined || name.trim() === '') {
    throw new GitFailure(whoAreYou(title, `empty ident name (for <${email}>) not allowed`), 128);
  }
  const nowSeconds = Math.floor(git.program.nowMs() / 1000);
  const text = override.date ?? env[`GIT_${upper}_DATE`];
  const moment = text === undefined ? { seconds: nowSeconds, zone: '+0000' } : parseDate(text, nowSeconds);
  if (!moment) die(`invalid date format: ${text}`);
  return { name: name.trim(), email, ...moment };
}
