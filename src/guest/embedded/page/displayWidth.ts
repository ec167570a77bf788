/** Scripts whose characters take two columns in a terminal: CJK, Hangul, full-width forms, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that `text` takes in a terminal, as most emulators count. */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (withoutWidth.test(character)) continue;
    columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}
