import { expect, type Page, test } from '@playwright/test';
import {
  card,
  conversation,
  messageField,
  newSession,
  onePage,
  openApp,
  say,
  send,
  turnEnds,
} from './support/app.ts';
import { bash, jobRow, jobs, useScript } from './support/script.ts';
import { shot } from './support/shot.ts';

/** Commands that take long: their timeouts, jobs, what the model hears of them, and the user's own commands. */

async function chooseProfile(page: Page, title: RegExp): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'profile' });
  const label = await picker.locator('option').filter({ hasText: title }).first().textContent();
  await picker.selectOption({ label: label ?? '' });
}

const held = '(echo MARK; sleep 30) | tail -5';

/** A reload has a page of its own. */
const shared = onePage();

test('a command over its time goes on as a job under Claude Code, and is stopped under a harness that kills', async () => {
  const page = shared();
  await newSession(page);
  await useScript(page, [bash(held, { timeout: 1500 }), bash('pwd'), { text: 'It goes on.' }]);
  await send(page, 'go');
  await expect(card(page, '1.1.0').getByText(/left/)).toBeVisible();
  await shot(page, 'jobs-countdown');
  // The shell is free while the job runs.
  await expect(card(page, '1.2.0')).toContainText('/home/user/project');
  await turnEnds(page);
  await expect(card(page, '1.1.0')).toContainText('moved to the background after 1.5 s, as job_1');
  await expect(jobRow(page, 'job_1')).toContainText('runs');
  await shot(page, 'jobs-running');
  await jobRow(page, 'job_1').getByRole('button', { name: 'Stop job_1' }).click();
  await expect(jobRow(page, 'job_1')).toContainText('stopped');
  // Its end wakes the model, once.
  await expect(conversation(page).getByText('Woken by the end of a job')).toBeVisible();
  await expect(jobRow(page, 'job_1')).toContainText('told in turn 2');

  await newSession(page);
  await chooseProfile(page, /No cut/);
  await useScript(page, [bash(held, { timeout: 1500 }), { text: 'It was stopped.' }]);
  await say(page, 'go');
  await expect(card(page, '1.1.0')).toContainText('timeout');
  await expect(card(page, '1.1.0')).toContainText('tail prints only when its input ends');
  await expect(jobs(page)).toBeHidden();
});

test('a job that ends after the turn wakes the parrot exactly once', async () => {
  const page = shared();
  await newSession(page);
  await send(page, 'echo started; sleep 4; echo ended');
  await expect(card(page, '1.1.0')).toContainText('started');
  await card(page, '1.1.0').getByRole('button', { name: 'To background' }).click();
  await turnEnds(page);
  await expect(jobRow(page, 'job_1')).toContainText('runs');
  await expect(
    conversation(page).getByText('I was told that something in the background has ended.'),
  ).toHaveCount(1);
  await expect(jobRow(page, 'job_1')).toContainText('exit 0');
  await expect(jobRow(page, 'job_1')).toContainText('told in turn 2');
  await shot(page, 'jobs-woken');
  await say(page, 'cat /tmp/claude/*/tasks/*.output');
  await expect(card(page, '3.1.0')).toContainText('started');
  await expect(card(page, '3.1.0')).toContainText('ended');
  await expect(conversation(page).getByText('Woken by the end of a job')).toHaveCount(1);
});

test('five jobs at once: each has its log, and each end is told once', async () => {
  const page = shared();
  await newSession(page);
  const start = (n: number) => ({
    tool: 'Bash',
    input: {
      command: `for i in 1 2 3; do echo job ${n} $i; sleep 1; done; exit ${n}`,
      run_in_background: true,
    },
  });
  await useScript(page, [{ calls: [1, 2, 3, 4, 5].map(start) }, { text: 'All five run.' }], 'I have heard.');
  await say(page, 'go');
  await shot(page, 'jobs-five');
  for (const n of [1, 2, 3, 4, 5]) {
    await expect(jobRow(page, `job_${n}`)).toContainText(`exit ${n}`);
    await expect(jobRow(page, `job_${n}`)).toContainText('told in turn');
  }
  await turnEnds(page);
  const told = conversation(page).getByText(/The model was told that job_\d has ended/);
  await expect(told).toHaveCount(5);
  expect(new Set(await told.allTextContents()).size).toBe(5);
});

test('a reload with a job running: its end is told at the next turn, its log is there', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  await useScript(page, [
    bash('echo before; sleep 60; echo after', { run_in_background: true }),
    // Output is stored a quarter of a second after it has come.
    bash('sleep 1'),
    { text: 'It runs.' },
    bash('cat /tmp/claude/*/tasks/*.output'),
    { text: 'Read.' },
  ]);
  await say(page, 'go');
  await expect(jobRow(page, 'job_1')).toContainText('7 B');
  await page.reload();
  await expect(jobRow(page, 'job_1').or(jobs(page))).toBeVisible();
  await expect(jobs(page)).toContainText('model not told of 1 end');
  await say(page, 'go on');
  await expect(card(page, '2.1.0')).toContainText('before');
  await jobs(page).getByRole('button', { name: /^Jobs/ }).click();
  await expect(jobRow(page, 'job_1')).toContainText('told in turn 2');
  await expect(conversation(page).getByText('Woken by the end of a job')).toHaveCount(0);
});

test('a command of the user runs in the session’s shell, waits while another runs, and is told at the next turn', async () => {
  const page = shared();
  await newSession(page);
  await messageField(page).fill('!cd /tmp; pwd');
  await shot(page, 'jobs-own-command');
  await messageField(page).press('Enter');
  await expect(card(page, '0.2.1')).toContainText('/tmp');
  await expect(conversation(page).getByText('the model is told at its next turn')).toBeVisible();
  // Holds the shell until the terminal, which has a shell of its own, lets it go.
  await send(page, 'pwd; until [ -e /tmp/go ]; do sleep 0.1; done');
  await expect(card(page, '1.1.0').getByText(/left/)).toBeVisible();
  const waiting = page.getByRole('list', { name: 'Commands that wait' });
  for (const command of ['!echo later', '!echo never']) {
    await messageField(page).fill(command);
    await messageField(page).press('Enter');
    await expect(waiting).toContainText(command.slice(1));
  }
  await waiting.getByRole('button', { name: 'Take back echo never' }).click();
  await expect(waiting.getByRole('listitem')).toHaveText([/echo later/]);
  const terminal = page.getByRole('textbox', { name: 'Terminal input' });
  await terminal.focus();
  await terminal.pressSequentially('touch /tmp/go\n');
  await turnEnds(page);
  await expect(card(page, '1.1.0')).toContainText('/tmp');
  await expect(card(page, '0.2.2')).toContainText('later');
  await expect(waiting).toBeHidden();
  await expect(card(page, '0.2.3')).toHaveCount(0);
  await expect(conversation(page).getByText('told in turn 1')).toBeVisible();
  await shot(page, 'jobs-own-done');
});
