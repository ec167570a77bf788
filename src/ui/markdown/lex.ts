import type { Token } from 'marked';

type Lex = (text: string) => Token[];

/** marked is only needed once a model has said something, so it is no part of the first load. */
let lex: Lex | null = null;
let loading: Promise<Lex> | null = null;

/** Past this a text is shown as it is: the lexer is not linear on everything a model can write. */
const LONGEST_CHARACTERS = 100_000;
/** The same for one paragraph: `_a_` over and over takes 5 s at 50,000 characters, and 8 ms at this many. */
const LONGEST_PARAGRAPH_CHARACTERS = 2_000;

/** Quotes and lists inside each other past this are shown as they are: lexer and components recurse into them. */
const DEEPEST = 40;

function asItIs(text: string): readonly Token[] {
  return [{ type: 'code', raw: text, text, codeBlockStyle: 'indented' }];
}

function isDeeperThan(tokens: readonly Token[], levels: number): boolean {
  if (levels === 0) return tokens.length > 0;
  return tokens.some((token) => {
    const inner: readonly Token[] = 'tokens' in token ? (token.tokens ?? []) : [];
    const items: readonly Token[] = token.type === 'list' ? token.items : [];
    return isDeeperThan(inner, levels - 1) || isDeeperThan(items, levels - 1);
  });
}

/** A model can write what the lexer's recursion does not survive; then its text is shown without markup. */
function lexSafely(lexer: Lex, text: string): readonly Token[] {
  try {
    const tokens = lexer(text);
    return isDeeperThan(tokens, DEEPEST) ? asItIs(text) : tokens;
  } catch {
    return asItIs(text);
  }
}

/** Tokens of a markdown text; a promise until the lexer has been loaded once. */
export function lexMarkdown(text: string): readonly Token[] | Promise<readonly Token[]> {
  if (text.length > LONGEST_CHARACTERS) return asItIs(text);
  if (lex) return lexSafely(lex, text);
  loading ??= import('marked').then(({ Lexer }) => {
    class BoundedLexer extends Lexer {
      override inlineTokens(source: string, tokens: Token[] = []): Token[] {
        if (source.length <= LONGEST_PARAGRAPH_CHARACTERS) return super.inlineTokens(source, tokens);
        tokens.push({ type: 'text', raw: source, text: source, escaped: false });
        return tokens;
      }
    }
    lex = (source) => new BoundedLexer({ gfm: true }).lex(source);
    return lex;
  });
  return loading.then((ready) => lexSafely(ready, text));
}
