import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesBase64 } from '../recording/index.ts';
import type { Transcript, TranscriptCall, TranscriptEntry, TranscriptView } from './document.ts';
import { htmlStyle } from './htmlStyle.ts';
import { byWords } from './markdown.ts';
import { bytesWords, grouped, seconds } from './words.ts';

/** Markup that was made here. Only `html` makes it; every other text in a page is escaped by it. */
class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | readonly Markup[];

/** Escapes everything that is put in, unless `html` made it. */
function html(words: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(words.map((word, at) => word + markupOf(parts[at] ?? '')).join(''));
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return part.map(({ text }) => text).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters are shown as signs: a browser would swallow or replace them. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (char) => entities[char] ?? '')
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, (char) =>
      char === '\x7f' ? '␡' : String.fromCharCode(0x2400 + char.charCodeAt(0)),
    );
}

function policy(): string {
  const styleHash = bytesBase64(sha256(utf8ToBytes(htmlStyle)));
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
}

/** A transcript as one file that needs nothing else: no script, no link, no picture, and a policy that forbids them. */
export function htmlOf(transcript: Transcript): string {
  const { title, source, facts, entries } = transcript;
  const style = new Markup(htmlStyle);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1><bdi>${title}</bdi></h1>
<p class="fact">${source}${facts.map(({ name, value }) => html` · ${name}: <bdi>${value}</bdi>`)}</p>
</header>
<main>
${entries.map(entryHtml)}</main>
</body>
</html>
`.text;
}

function entryHtml(entry: TranscriptEntry): Markup {
  const body = bodyOf(entry);
  return entry.depth === 0
    ? html`${body}
`
    : html`<div class="sub">${body}</div>
`;
}

function bodyOf(entry: TranscriptEntry): Markup {
  switch (entry.kind) {
    case 'user':
      return html`<section class="user"><h2>${byWords[entry.by]}</h2><pre><bdi>${entry.text}</bdi></pre></section>`;
    case 'said':
      return html`<section class="said"><h2>${entry.reasoning ? 'Model, thinking' : 'Model'}</h2><pre><bdi>${entry.text}</bdi></pre></section>`;
    case 'call':
      return callHtml(entry);
    case 'note':
      return html`<p class="note"><bdi>${entry.text}</bdi></p>`;
    case 'raw':
      return html`<section class="raw"><h2>Not understood</h2><p>${entry.why}</p><pre><bdi>${entry.text}</bdi></pre></section>`;
  }
}

function callHtml(call: TranscriptCall): Markup {
  const facts = [
    call.endingWords,
    ...(call.durationMs === null ? [] : [seconds(call.durationMs)]),
    ...(call.outputBytes === null ? [] : [`${bytesWords(call.outputBytes)} of output`]),
    ...(call.savedPath === null ? [] : [`saved as ${call.savedPath}`]),
  ];
  return html`<section class="call ${call.ending}" id="${call.id}">
<h2><bdi>${call.tool}</bdi> <span class="fact">${call.id}</span></h2>
<pre class="input"><bdi>${call.input}</bdi></pre>
<p class="fact"><bdi>${facts.join(' · ')}</bdi></p>
${viewHtml('Model view', call.model, () => modelMarkup(call))}
${viewHtml('User view', call.user)}
${viewHtml('Disk view', call.disk)}
</section>`;
}

function viewHtml(title: string, view: TranscriptView, marked?: () => Markup): Markup {
  if (view.kind === 'absent') return html`<p class="fact">${title}: ${view.why}</p>`;
  const text = marked?.() ?? html`${view.text}`;
  const rest = view.kind === 'part' ? html`<p class="fact">${view.why}</p>` : html``;
  return html`<details><summary>${title} · ${grouped(view.text.length)} characters</summary><pre><bdi>${text}</bdi></pre>${rest}</details>`;
}

/** The model's text with the harness's words told apart. */
function modelMarkup({ model, harness }: TranscriptCall): Markup {
  if (model.kind === 'absent') return html``;
  const { text } = model;
  const parts: Markup[] = [];
  let at = 0;
  for (const { start, end } of harness) {
    parts.push(html`${text.slice(at, start)}<span class="harness">${text.slice(start, end)}</span>`);
    at = end;
  }
  return html`${parts}${text.slice(at)}`;
}
