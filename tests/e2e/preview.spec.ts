import { expect, test } from '@playwright/test';
import { card, newSession, openApp, say } from './support/app.ts';
import { shot } from './support/shot.ts';

/** A web server in the guest, asked by other commands of the guest and looked at by the user. */

const server = `cat > server.js <<'EOF'
const http = require('http');
http.createServer((request, response) => {
  if (request.url === '/style.css') {
    response.setHeader('content-type', 'text/css');
    return response.end('h1 { color: rgb(10, 20, 30) }');
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(\`<!doctype html><link rel="stylesheet" href="/style.css"><h1>Hello from \${request.url}</h1>
    <p id="out">no script ran</p>
    <script>
      document.getElementById('out').textContent = 'a script ran in ' + self.origin;
      fetch('http://localhost:4280/').then(() => { document.getElementById('out').textContent = 'reached'; }, () => {});
    </script>\`);
}).listen(3000);
EOF
node server.js > server.log 2>&1 &
until curl -s -o asked.html http://localhost:3000/asked; do sleep 0.1; done; grep -o 'Hello from /[a-z]*' asked.html`;

test('a server of the guest answers curl, and its page is shown without scripts until they are turned on', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, server);
  await expect(card(page, '1.1.0')).toContainText('Hello from /asked');
  await page.locator('details.guest summary').click();
  const list = page.locator('details.guest');
  await expect(list).toContainText('node server.js');
  await shot(page, 'guest-activity');
  await list.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview of localhost:3000' });
  const shown = dialog.frameLocator('iframe').frameLocator('iframe');
  await expect(shown.getByRole('heading')).toHaveText('Hello from /');
  await expect(shown.getByRole('heading')).toHaveCSS('color', 'rgb(10, 20, 30)');
  await expect(shown.locator('#out')).toHaveText('no script ran');
  await shot(page, 'preview');
  await dialog.getByRole('checkbox').check();
  await expect(shown.locator('#out')).toHaveText('a script ran in null');
  await dialog.getByLabel('Path').fill('/other');
  await dialog.getByRole('button', { name: 'Load' }).click();
  await expect(shown.getByRole('heading')).toHaveText('Hello from /other');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // A press elsewhere has closed the list, as it does a menu.
  await page.locator('details.guest summary').click();
  await list
    .getByRole('button', { name: /^End process/ })
    .first()
    .click();
  await expect(list).toContainText('Nothing runs.');
});
