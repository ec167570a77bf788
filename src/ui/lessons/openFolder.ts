import type { LessonSource } from '../../core/index.ts';
import * as words from '../words/lessons.ts';

export type FolderResult =
  | { readonly ok: true; readonly source: LessonSource }
  /** One sentence on what is missing. */
  | { readonly ok: false; readonly message: string };

/** The two files are texts of a person's; anything larger is none (bytes). */
const maxFileBytes = 2 * 1024 * 1024;

/** A file of a folder that was chosen or dropped. `path`: with the folder's name, as far as the browser tells it. */
export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** The lesson of a folder: the `lesson.md` and `lesson.json` that lie side by side in it, nearest to its top. */
export async function readLessonFolder(files: readonly FolderFile[]): Promise<FolderResult> {
  const named = (name: string) =>
    files
      .filter(({ path }) => path === name || path.endsWith(`/${name}`))
      .toSorted((a, b) => a.path.length - b.path.length)[0];
  const prose = named('lesson.md');
  const data = named('lesson.json');
  if (prose === undefined || data === undefined) {
    return { ok: false, message: words.filesMissing };
  }
  if (prose.file.size > maxFileBytes || data.file.size > maxFileBytes) {
    return { ok: false, message: words.fileTooLarge(maxFileBytes / 1024 / 1024) };
  }
  return {
    ok: true,
    source: { id: idOf(prose.path), prose: await prose.file.text(), data: await data.file.text() },
  };
}

/** What a person chose with the browser's own dialog. */
export function filesOfInput(list: FileList | null): readonly FolderFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** What was dropped: the files themselves, or those that lie directly in a dropped folder. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly FolderFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return filesOfInput(transfer.files);
  const found = await Promise.all(entries.map((entry) => filesBelow(entry)));
  return found.flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly FolderFile[]> {
  if (isFile(entry)) return [await fileOf(entry)];
  if (!isFolder(entry)) return [];
  const inside = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
    entry.createReader().readEntries(resolve, reject),
  );
  return Promise.all(inside.filter(isFile).map(fileOf));
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<FolderFile> {
  return new Promise((resolve, reject) =>
    entry.file((file) => resolve({ path: entry.fullPath.replace(/^\//, ''), file }), reject),
  );
}

/** Name of the folder, in the letters that a lesson's name may have. */
function idOf(path: string): string {
  const folder = path.split('/').at(-2) ?? '';
  const id = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return id === '' ? 'own-lesson' : id;
}
