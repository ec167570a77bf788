import type { CommandTools, Context } from '../command.ts';

/** A file that a download goes to as it comes. The first piece replaces what was there. */
export class FileSink {
  readonly #tools: CommandTools;
  readonly #path: string;
  readonly #makesFolders: boolean;
  #begun = false;

  constructor(tools: CommandTools, context: Context, name: string, makesFolders: boolean) {
    this.#tools = tools;
    this.#path = tools.disk.resolvePath(context.cwd, name);
    this.#makesFolders = makesFolders;
  }

  /** False where the file cannot be written. */
  async write(bytes: Uint8Array): Promise<boolean> {
    const { disk } = this.#tools;
    try {
      if (this.#begun) await disk.appendFile(this.#path, bytes);
      else {
        const folder = this.#path.slice(0, this.#path.lastIndexOf('/'));
        if (this.#makesFolders && folder !== '') await disk.mkdir(folder, { recursive: true });
        await disk.writeFile(this.#path, bytes);
      }
      this.#begun = true;
      return true;
    } catch {
      return false;
    }
  }

  /** An answer without a body makes an empty file. */
  async finish(): Promise<void> {
    if (!this.#begun) await this.write(new Uint8Array(0));
  }
}
