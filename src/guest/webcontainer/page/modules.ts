import type { GuestFs, RunNote } from '../../port.ts';

/** Installed packages are not kept over a reload, since they are many and can be had again; their list is. */
export const modulesNote: RunNote = {
  code: 'modules-not-kept',
  detail: 'installed packages are not kept over a reload, only their list',
};

/** Whether the workspace lists packages of which none is there. */
export async function lacksModules(
  fs: Pick<GuestFs, 'read' | 'exists'>,
  workspace: string,
): Promise<boolean> {
  const [list, hasModules] = await Promise.all([
    fs.read(`${workspace}/package.json`).catch(() => null),
    fs.exists(`${workspace}/node_modules`),
  ]);
  return list !== null && !hasModules && listsPackages(new TextDecoder().decode(list));
}

function listsPackages(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    if (typeof list !== 'object' || list === null) return false;
    return ['dependencies', 'devDependencies', 'optionalDependencies'].some((name) => {
      const packages: unknown = Reflect.get(list, name);
      return typeof packages === 'object' && packages !== null && Object.keys(packages).length > 0;
    });
  } catch {
    return false;
  }
}

/** As a shell reads it back. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
