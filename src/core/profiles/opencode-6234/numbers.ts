/** `1,234,567`: the harness groups digits as the host's locale does; en-US stands for it. */
export function groupedWords(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
