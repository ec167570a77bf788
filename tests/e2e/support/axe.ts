import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';
import { shot } from './shot.ts';

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
  // Evaluated from outside, so that the page's policy against foreign scripts stays as it is; once for a document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
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

/**
 * axe finds nothing on the page as it stands, in both themes: every rule in light, and in dark what colours can change.
 * Nothing is lost to the side. Both are photographed as `name-light` and `name-dark`.
 */
export async function expectClean(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await shot(page, `${name}-${colorScheme}`);
    const findings = await axeFindings(page, colorScheme === 'light' ? 'every rule' : 'colours');
    expect(findings, `${name}, ${colorScheme}`).toEqual([]);
  }
  const [scrolled = 0, inner = 0] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    innerWidth,
  ]);
  expect(scrolled, `${name}: nothing is lost to the side`).toBeLessThanOrEqual(inner);
}

export const wide = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** `expectClean` in the width of a desk and in that of a phone, where it stays. */
export async function expectCleanInBothWidths(page: Page, face: string): Promise<void> {
  await page.setViewportSize(wide);
  await expectClean(page, `${face}-wide`);
  await page.setViewportSize(phone);
  await expectClean(page, `${face}-narrow`);
}
