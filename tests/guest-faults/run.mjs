// npm run -s guest-faults -- [NAME…]   per fault the checks that came out otherwise than stated; exit 1 where any did.
import { openWithContainer, withBuiltPage } from '../../.ci/built-page.mjs';
import { startWebContainerHost } from '../hosts/webcontainer/server.mjs';
import { faultSets } from './faultSets.mjs';

/**
 * The whole conformance suite under each fault that a container may have, which takes minutes: the end-to-end tests run
 * a selection. Each fault has a host, a browser page and a container of its own.
 */
const path = 'tests/guest-faults/page.html';
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(faultSets, name));
if (unknown.length > 0) {
  console.error(`No fault is called ${unknown.join(', ')}. There are: ${Object.keys(faultSets).join(', ')}.`);
  process.exit(2);
}

/** Lines for what came out otherwise than stated. */
function surprises(results, differs) {
  return results.flatMap(({ name, verdict, expected, got }) => {
    const stated = differs.includes(name);
    if (verdict === 'kept') return stated ? [`${name}: kept, which was not expected`] : [];
    if (stated) return [];
    return [
      `${name}: ${verdict}\n    expected ${JSON.stringify(expected)}\n    got      ${JSON.stringify(got)}`,
    ];
  });
}

/** How many checks came out otherwise than stated. */
async function surprisesUnder(name, { outDir, browser }) {
  const { faults, differs } = faultSets[name];
  const host = await startWebContainerHost({ root: outDir, faults });
  try {
    const page = await openWithContainer(browser, `${host.origin}/${path}`);
    const results = await page.evaluate(() => globalThis.runChecks());
    await page.close();
    const lines = surprises(results, differs);
    const kept = results.filter(({ verdict }) => verdict === 'kept').length;
    console.log(
      `${name}: ${kept} kept, ${results.length - kept} differ, ${lines.length} otherwise than stated`,
    );
    for (const line of lines) console.log(`  ${line}`);
    return lines.length;
  } finally {
    await host.close();
  }
}

const surprised = await withBuiltPage(path, async (built) => {
  let count = 0;
  for (const name of asked.length > 0 ? asked : Object.keys(faultSets))
    count += await surprisesUnder(name, built);
  return count;
});
process.exitCode = surprised > 0 ? 1 : 0;
