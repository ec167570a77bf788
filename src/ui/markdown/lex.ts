import type { Token } from 'marked';

type Lex = (text: string) => Token[];

/** marked is only needed once a model has said something, so it is no part of the first load. */
let lex: Lex | null = null;
let loading: Promise<Lex> | null = null;

/** Past this a text is shown as it is: the lexer is not linear on everything a model can write. */
const LONGEST_CHARACTERS = 200_000;

/** Tokens of a markdown text; a promise until the lexer has been loaded once. */
export function lexMarkdown(text: string): readonly Token[] | Promise<readonly Token[]> {
  if (text.length > LONGEST_CHARACTERS)
    return [{ type: 'code', raw: text, text, codeBlockStyle: 'indented' }];
  if (lex) return lex(text);
  loading ??= import('marked').then(({ Lexer }) => {
    lex = (source) => new Lexer({ gfm: true }).lex(source);
    return lex;
  });
  return loading.then((ready) => ready(text));
}
