/** Words of the parts that every room is made of. */

export const close = 'Close';
export const copied = 'Copied';
export const clipboardRefused = 'The browser refused the clipboard.';
export const notAText =
  'These bytes are not text, so a clipboard cannot hold them exactly. Download them instead.';
export const texturesKey = 'What the textures stand for';
export const reloadPage = 'Reload the page';
export const details = 'Details';
/** A tab and the key that shows it. */
export const titleWithKey = (title: string, key: string) => `${title} (${key})`;
