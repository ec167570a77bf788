/** The language of these words, as a BCP 47 tag: its plurals, and its numbers unless the reader asks for others. */
export const language = 'en-US';
