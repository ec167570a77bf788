import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleOfMessage } from '../../../../src/agent/session/titleOfMessage.ts';
import { say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';

test('a title is the message’s first line with something to read, cut behind a word', () => {
  expect(titleOfMessage('seq 1 20000')).toBe('seq 1 20000');
  expect(titleOfMessage('\n---\n  Why does\tit fail?\nSee below.')).toBe('Why does it fail?');
  expect(titleOfMessage('x'.repeat(48))).toBe('x'.repeat(48));
  expect(titleOfMessage('x'.repeat(49))).toBe(`${'x'.repeat(48)}…`);
  expect(titleOfMessage('The tests fail since yesterday. Find out why, and fix it.')).toBe(
    'The tests fail since yesterday. Find out why,…',
  );
  expect(titleOfMessage(`${'word '.repeat(9)}end more`)).toBe(`${'word '.repeat(9)}end…`);
  expect(titleOfMessage('漢'.repeat(60))).toBe(`${'漢'.repeat(48)}…`);
  expect(titleOfMessage(' \n…\n')).toBe(null);
});

test('a title of whatever message is one short line that can be stored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (message) => {
      const title = titleOfMessage(message);
      if (title === null) return;
      expect([...title].length).toBeLessThanOrEqual(49);
      expect(title).toBe(title.trim());
      expect(title.isWellFormed()).toBe(true);
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

test('a session is called by its first message, unless somebody has named it', async () => {
  const { workbench } = await openTestBench([say('a'), say('b'), say('c'), say('d')]);
  const plain = await workbench.createSession();
  expect(plain.state.title).toBe('New session');
  await plain.send('first words');
  await plain.send('second words');
  expect(plain.state.title).toBe('first words');
  const named = await workbench.createSession({ title: 'Mine' });
  await named.send('first words');
  expect(named.state.title).toBe('Mine');
  const renamed = await workbench.createSession();
  await renamed.rename('Renamed');
  await renamed.send('first words');
  expect(renamed.state.title).toBe('Renamed');
  expect(workbench.sessions.map(({ title }) => title).sort()).toEqual(['Mine', 'Renamed', 'first words']);
});

test('of two first messages at once the one that begins the turn names the session', async () => {
  const { workbench } = await openTestBench([say('a')]);
  const session = await workbench.createSession();
  const sent = await Promise.allSettled([session.send('taken'), session.send('refused')]);
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(session.state.turns.map(({ userText }) => userText)).toEqual(['taken']);
  expect(session.state.title).toBe('taken');
});
