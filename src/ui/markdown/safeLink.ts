/**
 * The address of a link in a model's text, if it may be followed: absolute http or https without a user name.
 * Model text is hostile; everything else (javascript:, data:, relative to this page) is shown as plain text.
 */
export function safeLink(href: string): string | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.href;
}
