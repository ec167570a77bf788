import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { isLoggableJson, type JsonObject } from '../../core/index.ts';
import type { GuestFs } from '../../guest/index.ts';

const maxDescriptionBytes = 64 * 1024;
const maxExecutableBytes = 16 * 1024 * 1024;
const executableBits = 0o111;
const nameForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$/;

/** One plugin as it lies there, checked. */
export interface PluginFile {
  readonly name: string;
  /** Absolute guest path of the executable. */
  readonly path: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** SHA-256 of executable and description. */
  readonly fingerprint: string;
}

export type PluginLook =
  | { readonly ok: true; readonly plugin: PluginFile }
  | { readonly ok: false; readonly name: string; readonly message: string };

const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isLoggableJson(value),
  'not an object',
);
const descriptionSchema = v.object({
  name: v.optional(v.string()),
  description: v.pipe(v.string(), v.nonEmpty('it is empty')),
  inputSchema: v.optional(jsonObject),
  input_schema: v.optional(jsonObject),
  parameters: v.optional(jsonObject),
});

const anyInput: JsonObject = { type: 'object' };

/** What was seen last, by the facts of both files: before each request only what has changed is read again. */
export type SeenPlugins = Map<string, { readonly facts: string; readonly look: PluginLook }>;

/** Looks at every plugin of a folder, in the order of their names. A folder that is not there holds none. */
export async function lookAtPlugins(
  fs: GuestFs,
  folder: string,
  seen: SeenPlugins,
): Promise<readonly PluginLook[]> {
  const entries = await fs.readdir(folder).catch(() => []);
  const names = entries
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name }) => name.slice(0, -'.json'.length))
    .sort();
  return Promise.all(
    names.map((name) =>
      lookAgain(fs, folder, name, seen).catch(
        (error: unknown): PluginLook => ({
          ok: false,
          name,
          message: `It could not be read: ${error instanceof Error ? error.message : String(error)}`,
        }),
      ),
    ),
  );
}

async function lookAgain(fs: GuestFs, folder: string, name: string, seen: SeenPlugins): Promise<PluginLook> {
  const stats = await Promise.all(
    [name, `${name}.json`].map((file) => fs.stat(`${folder}/${file}`).catch(() => null)),
  );
  const facts = JSON.stringify(stats);
  const known = seen.get(name);
  if (known?.facts === facts) return known.look;
  const look = await lookAtPlugin(fs, folder, name);
  seen.set(name, { facts, look });
  return look;
}

/** The plugin as it is now, or one sentence on what is wrong with it. Rejects where the file system does. */
export async function lookAtPlugin(fs: GuestFs, folder: string, name: string): Promise<PluginLook> {
  const wrong = (message: string): PluginLook => ({ ok: false, name, message });
  if (!nameForm.test(name)) {
    return wrong(
      'Its name may hold letters, digits, _ and -, at most 48, and begins with a letter or digit.',
    );
  }
  const path = `${folder}/${name}`;
  const stat = await fs.stat(path).catch(() => null);
  if (stat?.kind !== 'file') return wrong(`There is no executable ${path} beside its description.`);
  if ((stat.mode & executableBits) === 0) return wrong(`${path} is not executable (chmod +x).`);
  if (stat.size > maxExecutableBytes) return wrong(`${path} is larger than ${maxExecutableBytes} bytes.`);
  const described = await fs.stat(`${path}.json`).catch(() => null);
  if (described === null) return wrong(`There is no description ${path}.json beside it.`);
  if (described.size > maxDescriptionBytes) {
    return wrong(`${path}.json is larger than ${maxDescriptionBytes} bytes.`);
  }
  const bytes = await fs.read(`${path}.json`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    return wrong(`${path}.json is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = v.safeParse(descriptionSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return wrong(
      `${path}.json: ${v.getDotPath(issue) ?? 'the value'} is not as expected (${issue.message}).`,
    );
  }
  const { description, inputSchema, input_schema, parameters, name: called } = parsed.output;
  if (called !== undefined && called !== name) {
    return wrong(`${path}.json calls it "${called.slice(0, 60)}"; the name must be that of the file.`);
  }
  const hash = sha256.create();
  hash.update(bytes);
  hash.update(await fs.read(path));
  return {
    ok: true,
    plugin: {
      name,
      path,
      description,
      inputSchema: inputSchema ?? input_schema ?? parameters ?? anyInput,
      fingerprint: bytesToHex(hash.digest()),
    },
  };
}
