import picomatch from 'picomatch';
import { checkString } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import { createPosixPath } from './posix.ts';
import { createWin32Path } from './win32.ts';

/** `path`: the POSIX one, with the Windows one inside. */
export function createPath(system: NodeSystem): object {
  const cwd = () => system.process.cwd();
  const posix = { ...createPosixPath(cwd), ...rest('/'), win32: null as unknown, posix: null as unknown };
  const win32 = { ...createWin32Path(cwd), ...rest('\\'), win32: null as unknown, posix: null as unknown };
  posix.posix = win32.posix = posix;
  posix.win32 = win32.win32 = win32;
  return Object.assign(posix, { _makeLong: posix.toNamespacedPath });
}

function rest(separator: string) {
  return {
    matchesGlob(path: unknown, pattern: unknown): boolean {
      checkString(path, 'path');
      checkString(pattern, 'pattern');
      return picomatch.isMatch(path, pattern, { windows: separator === '\\' });
    },
  };
}
