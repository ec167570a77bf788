import type { BufferEncoding, FileContent, FsStat, IFileSystem, InMemoryFs } from 'just-bash/browser';
import { type FileStat, GuestFsError } from '../../../port.ts';
import type { FileOps } from '../../files/index.ts';
import type { FunctionDefNode } from '../stream/ast.ts';
import { isFilePlace } from '../stream/filePlaces.ts';
import { type LiveDevice, streamOfPath } from '../stream/liveDevice.ts';
import type { PipeEnd } from '../stream/pipeEnds.ts';
import { isTerminal } from '../stream/route.ts';
import type { Stage } from '../stream/stage.ts';
import { asByteString, type ByteString, latin1FromBytes, textFromBytes } from './bytes.ts';
import type { Devices } from './devices.ts';
import { type Encoding, encodingOf, localStat, statFor, toBytes } from './diskForms.ts';
import { isLocal } from './localFolders.ts';

type Entries = Awaited<ReturnType<NonNullable<IFileSystem['readdirWithFileTypes']>>>;

/** What the files themselves are made with. */
const usualUmask = 0o022;

interface ShellDiskParts {
  readonly files: FileOps;
  readonly local: InMemoryFs;
  readonly devices: Devices;
  readonly live: LiveDevice;
  /** Hears each piece of text that goes to the terminal's stderr. */
  readonly onStderr: (text: string) => void;
  /** The text to read in place of a script that is starting; null for any other file. */
  readonly scriptAt: (path: string, live: LiveDevice) => string | null;
  /** Hears the text of every file that `source` reads. */
  readonly onSourced: (text: string) => void;
}

/**
 * just-bash's file system over the guest's. Commands' stubs, devices and process facts are answered in the
 * worker; the live device takes what goes to the terminal; everything else is one operation of `FileOps`. It is
 * long because that interface has so many operations: each is a few lines here, over the same five parts.
 */
export class ShellDisk implements IFileSystem {
  /** What the interpreter over this file system asks of the streaming shell. */
  hooks: Stage | null = null;
  /** How the interpreter prints a function (`declare -f`, `type`); null where nobody said. */
  functionText: ((name: string, node: FunctionDefNode) => string) | null = null;
  readonly #parts: ShellDiskParts;
  readonly #files: FileOps;
  readonly #local: InMemoryFs;
  readonly #devices: Devices;
  readonly #live: LiveDevice;
  readonly #onSourced: (text: string) => void;
  readonly #scriptAt: (path: string, live: LiveDevice) => string | null;
  readonly #onStderr: (text: string) => void;

  /** Bits that new files and folders do not get. */
  umask = usualUmask;

  constructor(parts: ShellDiskParts) {
    this.#parts = parts;
    this.#files = parts.files;
    this.#local = parts.local;
    this.#devices = parts.devices;
    this.#live = parts.live;
    this.#onSourced = parts.onSourced;
    this.#scriptAt = parts.scriptAt;
    this.#onStderr = parts.onStderr;
  }

  /** The same files, with the terminal as a stage of a pipeline has it; `files` where it has a clock of its own. */
  forStage(live: LiveDevice, files: FileOps = this.#files): ShellDisk {
    const stage = new ShellDisk({ ...this.#parts, live, files });
    stage.umask = this.umask;
    return stage;
  }

  /** A range of a file or device, for commands that stream. */
  async readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
    const device = this.#devices.read(path, length);
    if (device) return device;
    const written = await this.#substituted(path);
    if (written) return written.subarray(offset, offset + length);
    if (await this.#isHere(path)) {
      return (await this.#local.readFileBuffer(path)).subarray(offset, offset + length);
    }
    return this.#files.readFile(path, offset, length);
  }

  /** Whether what is read there may be this worker's own memory instead of a copy. */
  answersHere(path: string): boolean {
    return isLocal(path);
  }

  /** Guest operations that just-bash's interface has no word for. */
  get files(): FileOps {
    return this.#files;
  }

  async readFile(path: string, options?: Encoding): Promise<string> {
    const script = this.#scriptAt(path, this.#live);
    if (script !== null) return script;
    const bytes = await this.readFileBuffer(path);
    const reader = this.#live.announcedName;
    if (reader === 'source' || reader === '.') this.#onSourced(textFromBytes(bytes));
    const encoding = encodingOf(options);
    return encoding === 'binary' || encoding === 'latin1' ? latin1FromBytes(bytes) : textFromBytes(bytes);
  }

  async readFileBytes(path: string): Promise<ByteString> {
    return asByteString(latin1FromBytes(await this.readFileBuffer(path)));
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    const device = this.#devices.read(path, null);
    if (device) return device;
    const written = await this.#substituted(path);
    if (written) return written;
    if (await this.#isHere(path)) return this.#local.readFileBuffer(path);
    return this.#orPipe(
      this.#files.readFile(path),
      async () => (await this.hooks?.descriptors.readNamed(path)) ?? new Uint8Array(0),
    );
  }

  async writeFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    if (await this.#writeSpecial(path, content, options)) return;
    // Process substitution keeps its text in /dev/fd; a stub is never overwritten from the guest.
    if (path.startsWith('/dev/fd/')) return this.#local.writeFile(path, content, options as BufferEncoding);
    await this.#orPipe(
      this.#files.writeFile(path, toBytes(content, options), await this.#modeOfNew(path)),
      () => this.#writePipe(path, content, options),
    );
  }

  async appendFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    if (await this.#writeSpecial(path, content, options)) return;
    if (path.startsWith('/dev/fd/')) return this.#local.appendFile(path, content, options as BufferEncoding);
    const mode = await this.#modeOfNew(path);
    if (mode === undefined)
      await this.#orPipe(this.#files.appendFile(path, toBytes(content, options)), () =>
        this.#writePipe(path, content, options),
      );
    else await this.#files.writeFile(path, toBytes(content, options), mode);
  }

  async exists(path: string): Promise<boolean> {
    if (isTerminal(path) || this.#isDevice(path) || (await this.#isHere(path))) return true;
    if (path.startsWith('/dev/')) return false;
    try {
      await this.#files.stat(path);
      return true;
    } catch {
      return false;
    }
  }

  async stat(path: string): Promise<FsStat & { readonly pipe?: number }> {
    if (isTerminal(path) || this.#isDevice(path)) return { ...this.#devices.stat(), ...this.#pipeOf(path) };
    return (await this.#isHere(path)) ? this.#local.stat(path) : statFor(path, await this.#files.stat(path));
  }

  async lstat(path: string): Promise<FsStat> {
    if (isTerminal(path) || this.#isDevice(path)) return this.#devices.stat();
    return (await this.#isHere(path))
      ? this.#local.lstat(path)
      : statFor(path, await this.#files.lstat(path));
  }

  /** As the guest knows it, with its kind. */
  async statOf(path: string): Promise<FileStat> {
    return isLocal(path) ? localStat(await this.stat(path), this.#isDevice(path)) : this.#files.stat(path);
  }

  async lstatOf(path: string): Promise<FileStat> {
    return isLocal(path) ? localStat(await this.lstat(path), this.#isDevice(path)) : this.#files.lstat(path);
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    const isNew = this.umask !== usualUmask && !(await this.exists(path));
    await this.#files.mkdir(path, options?.recursive ?? false);
    if (isNew) await this.#files.chmod(path, 0o777 & ~this.umask);
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.readdirWithFileTypes(path)).map((entry) => entry.name);
  }

  async readdirWithFileTypes(path: string): Promise<Entries> {
    const entries: Entries = [];
    const here = isLocal(path) && (await this.#local.exists(path));
    if (here) {
      const local = await this.#local.readdirWithFileTypes(path);
      // Helpers of the transform are found by name only.
      entries.push(...local.filter(({ name }) => !name.startsWith('__')));
      if (path === '/dev') entries.push(...this.#devices.entries());
    }
    const names = new Set(entries.map((entry) => entry.name));
    try {
      for (const { name, kind } of await this.#files.readdir(path)) {
        if (names.has(name)) continue;
        entries.push({
          name,
          isFile: kind === 'file',
          isDirectory: kind === 'directory',
          isSymbolicLink: kind === 'symlink',
        });
      }
    } catch (error) {
      if (!here) throw error;
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    if (path.startsWith('/dev/fd/')) return this.#local.rm(path, options);
    const recursive = options?.recursive ?? false;
    // just-bash's rmdir comes here too, having seen to it that the folder is empty.
    if (!recursive && (await this.#isFolder(path))) return this.#files.rmdir(path);
    await this.#files.rm(path, { recursive, force: options?.force ?? false });
  }

  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    if (this.#isDevice(from) || (await this.#isHere(from))) {
      return this.writeFile(to, await this.readFileBuffer(from));
    }
    await this.#orPipe(this.#files.copy(from, to, options?.recursive ?? false), async () =>
      this.writeFile(to, await this.readFileBuffer(from)),
    );
  }

  async mv(from: string, to: string): Promise<void> {
    await this.#files.rename(from, to);
  }

  /** Removes `.`, `..` and doubled slashes by text, as just-bash's own file systems do. */
  resolvePath(base: string, path: string): string {
    const kept: string[] = [];
    for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
      if (part === '' || part === '.') continue;
      if (part === '..') kept.pop();
      else kept.push(part);
    }
    return `/${kept.join('/')}`;
  }

  /** Globs walk folder by folder; a list of the whole guest would be a copy of its tree. */
  getAllPaths(): string[] {
    return [];
  }

  async chmod(path: string, mode: number): Promise<void> {
    await this.#files.chmod(path, mode);
  }

  async symlink(target: string, path: string): Promise<void> {
    await this.#files.symlink(target, path);
  }

  async link(existing: string, path: string): Promise<void> {
    await this.#files.link(existing, path);
  }

  async readlink(path: string): Promise<string> {
    return (await this.#isHere(path)) ? this.#local.readlink(path) : this.#files.readlink(path);
  }

  async realpath(path: string): Promise<string> {
    if (this.#isDevice(path) || (await this.#isHere(path))) return path;
    return this.#files.realpath(path);
  }

  async utimes(path: string, atime: Date, mtime: Date): Promise<void> {
    await this.#files.utimes(path, atime.getTime(), mtime.getTime());
  }

  /** The mode to make a file with; undefined for one that is there, or where the files' own is right. */
  async #modeOfNew(path: string): Promise<number | undefined> {
    if (this.umask === usualUmask || (await this.exists(path))) return undefined;
    return 0o666 & ~this.umask;
  }

  async #isFolder(path: string): Promise<boolean> {
    try {
      return (await this.#files.lstat(path)).kind === 'directory';
    } catch {
      return false;
    }
  }

  /** The number of a named pipe; null where the path leads to none. */
  async pipeAt(path: string): Promise<number | null> {
    try {
      return (await this.statOf(path)).pipe ?? null;
    } catch {
      return null;
    }
  }

  async #writePipe(path: string, content: FileContent, options: Encoding): Promise<void> {
    // The interpreter looks so whether a redirection can be made, and opens the pipe itself.
    if (content === '' && options === 'binary')
      throw new GuestFsError('ENXIO', path, 'ENXIO: no such device or address');
    await this.#writeEnd((await this.hooks?.descriptors.byName(path, false)) ?? null, content, options);
  }

  async #writeEnd(end: PipeEnd | null, content: FileContent, options: Encoding): Promise<boolean> {
    if (!end) return false;
    const bytes = toBytes(content, options);
    const { hooks } = this;
    if (bytes.length > 0 && hooks && !(await end.write(bytes, hooks.stopped)) && !hooks.stopped())
      throw new GuestFsError('EPIPE', '', 'EPIPE: broken pipe, write');
    return true;
  }

  /** Answers what a named pipe refused the files. */
  async #orPipe<Value>(work: Promise<Value>, viaPipe: () => Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENXIO') return viaPipe();
      throw error;
    }
  }

  /** What `<(…)` writes is read like a device, and is a pipe. */
  #isDevice(path: string): boolean {
    return this.#devices.has(path) || (this.hooks?.named.has(path) ?? false);
  }

  #pipeOf(path: string): { readonly pipe?: number } {
    return this.hooks?.named.has(path) ? { pipe: 0 } : {};
  }

  async #substituted(path: string): Promise<Uint8Array | null> {
    const { hooks } = this;
    return hooks && path.startsWith('/dev/fd/') ? hooks.named.whole(path, hooks.stopped) : null;
  }

  async #isHere(path: string): Promise<boolean> {
    return isLocal(path) && (await this.#local.exists(path));
  }

  /** The terminal and the devices: true where the bytes have found their place. */
  async #writeSpecial(path: string, content: FileContent, options: Encoding): Promise<boolean> {
    if (isFilePlace(path)) {
      const file = this.#live.places.resolve(path);
      if (isFilePlace(file)) this.#live.places.keep(path, latin1FromBytes(toBytes(content, options)));
      else if (content.length > 0) await this.appendFile(file, content, options);
      return true;
    }
    const pipe = this.#live.pipeAt(path);
    if (pipe) {
      if (content.length > 0) await this.hooks?.writeToPipe(pipe, toBytes(content, options));
      return true;
    }
    const stream = streamOfPath(path);
    if (stream) {
      if (stream === 'stderr' && typeof content === 'string') this.#onStderr(content);
      // What a loop says when it is aborted; nobody's output.
      if (content === 'execution aborted\n') return true;
      if (content.length > 0) await this.#live.write(stream, toBytes(content, options));
      return true;
    }
    if (await this.#writeEnd(this.hooks?.descriptors.endAt(path) ?? null, content, options)) return true;
    if (content.length === 0) this.#live.fileOpened(path);
    return this.#devices.write(path);
  }
}
