import type { CheckResult } from '../../guest/index.ts';
import * as words from '../words/guestCheck.ts';
import { tallyOf, valueText } from './checkWords.ts';

/** One line about where it was found out. */
export interface ReportPlace {
  readonly guest: string;
  /** Version of the build. */
  readonly build: string;
  readonly browser: string;
  readonly isIsolated: boolean;
  /** ISO 8601. */
  readonly at: string;
}

export interface FoundFact {
  readonly question: string;
  readonly answer: string;
}

/** A cell of a Markdown table: one line, no bar that would end it, no markup that a guest could bring. */
function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', 'ˋ').replaceAll('|', '\\|');
  return `\`${line.length > 300 ? `${line.slice(0, 300)}…` : line || ' '}\``;
}

/** What a bug report needs: where, how many, what differs whole, and every check in a line. */
export function reportMarkdown(
  place: ReportPlace,
  results: readonly CheckResult[],
  facts: readonly FoundFact[],
): string {
  const { kept, differs, ms } = tallyOf(results);
  const differing = results.filter(({ verdict }) => verdict === 'differs' || verdict === 'no-answer');
  const lines = [
    words.reportTitle,
    '',
    words.reportPlace(place.guest, place.build, place.isIsolated),
    words.reportBrowser(cell(place.browser)),
    words.reportTally(place.at, kept, differs, (ms / 1000).toFixed(1)),
    '',
  ];
  if (differing.length > 0) {
    lines.push(words.reportDiffering, '', words.reportDifferingColumns, '| --- | --- | --- |');
    for (const { group, name, expected, got } of differing) {
      lines.push(`| ${group}: ${cell(name)} | ${cell(valueText(expected))} | ${cell(valueText(got))} |`);
    }
    lines.push('');
  }
  if (facts.length > 0) {
    lines.push(words.reportFacts, '', words.reportFactColumns, '| --- | --- |');
    for (const { question, answer } of facts) lines.push(`| ${cell(question)} | ${cell(answer)} |`);
    lines.push('');
  }
  lines.push(
    `<details><summary>${words.reportEveryCheck}</summary>`,
    '',
    words.reportCheckColumns,
    '| --- | --- | ---: |',
  );
  for (const { group, name, verdict, ms: took } of results) {
    lines.push(`| ${group}: ${cell(name)} | ${words.verdicts[verdict]} | ${Math.round(took)} |`);
  }
  lines.push('', '</details>', '');
  return lines.join('\n');
}
