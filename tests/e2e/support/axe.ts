import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

const everyRule = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** What another colour scheme can change. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** What axe finds on the page as it stands: `rule: help` with its places, empty where it finds nothing. */
export async function axeFindings(page: Page, which: 'every rule' | 'colours'): Promise<readonly string[]> {
  // Evaluated from outside, so that the page's policy against foreign scripts stays as it is.
  await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: Document, options: object): Promise<{ violations: AxeViolation[] }> };
      };
      const result = await axe.run(document, {
        runOnly,
        resultTypes: ['violations'],
        // The guest's frame is hidden and of another origin; axe would wait for it.
        iframes: false,
      });
      return result.violations;
    },
    which === 'colours' ? colourRules : everyRule,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')} (${failureSummary ?? ''})`,
    ),
  );
}
