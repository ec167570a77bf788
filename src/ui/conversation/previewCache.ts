import type { ToolRecord } from '../../core/index.ts';
import type { Preview } from '../output/outputSource.ts';

/** Records never change, so a card that scrolls back into sight shows at once what it showed before. */
const previews = new WeakMap<ToolRecord, Preview>();

export function keptPreview(record: ToolRecord): Preview | null {
  return previews.get(record) ?? null;
}

export function keepPreview(record: ToolRecord, preview: Preview): void {
  previews.set(record, preview);
}
