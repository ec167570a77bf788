/** A run of a sentence; `slot` is null where it is plain text. */
export interface SentencePart {
  readonly slot: string | null;
  readonly text: string;
}

/** Cuts a sentence at its slots, which stand in it as `<name>text</name>` or, where the text is a value, as `<name/>`. */
export function sentenceParts(sentence: string): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  let end = 0;
  const text = (until: number) => {
    if (until > end) parts.push({ slot: null, text: sentence.slice(end, until) });
  };
  for (const match of sentence.matchAll(/<(\w+)(?:\/>|>(.*?)<\/\1>)/g)) {
    text(match.index);
    parts.push({ slot: match[1] ?? null, text: match[2] ?? '' });
    end = match.index + match[0].length;
  }
  text(sentence.length);
  return parts;
}
