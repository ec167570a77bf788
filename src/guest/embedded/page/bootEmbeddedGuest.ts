import commandWorkerUrl from 'virtual:guest/command-worker';
import fileWorkerUrl from 'virtual:guest/file-worker';
import pageUrl, { outerUrl, versionedUrl } from 'virtual:guest/page';
import type { Guest, GuestBoot } from '../../port.ts';
import { type AssetUrls, builtAssetUrls, PageAssets, scriptText } from './assets.ts';
import { openGuestFrame } from './frame.ts';
import { KernelGuest } from './guest.ts';
import { embeddedPlace } from './kernelPlace.ts';

const mebibyte = 1024 * 1024;

export interface EmbeddedGuestOptions {
  /** Where the hidden frame is put; default the document's body. */
  readonly parent?: HTMLElement;
  /** Bytes that files and spools may hold together; more is ENOSPC. Default 1 GiB. */
  readonly maxFileBytes?: number;
  /** Bytes that one file may hold; more is EFBIG. Default 512 MiB. */
  readonly largestFileBytes?: number;
  /** Bytes that one command which cannot stream may build in memory. Default 32 MiB. */
  readonly maxBuiltBytes?: number;
  /** Other assets than the built ones: a test of the isolation brings its own workers, the app never does. */
  readonly assets?: {
    readonly commandWorkerUrl?: string;
    readonly fileWorkerUrl?: string;
    /** Bundles that are fetched when they are needed. */
    readonly onDemand?: Partial<AssetUrls>;
  };
}

/** Starts the embedded guest. Rejects where an asset does not load or the frame does not start. */
export async function bootEmbeddedGuest(boot: GuestBoot, options: EmbeddedGuestOptions = {}): Promise<Guest> {
  const { assets = {}, parent = document.body } = options;
  const [commandWorkerCode, fileWorkerCode] = await Promise.all([
    scriptText(assets.commandWorkerUrl ?? commandWorkerUrl),
    scriptText(assets.fileWorkerUrl ?? fileWorkerUrl),
  ]);
  const { seed, clockStartMs } = boot;
  const maxFileBytes = options.maxFileBytes ?? 1024 * mebibyte;
  const largestFileBytes = options.largestFileBytes ?? 512 * mebibyte;
  const frame = await openGuestFrame(
    { url: pageUrl, versionedUrl, outerUrl },
    { commandWorkerCode, fileWorkerCode, seed, clockStartMs, maxFileBytes, largestFileBytes },
    parent,
  );
  const guest = new KernelGuest(frame, {
    ...boot,
    maxBuiltBytes: options.maxBuiltBytes ?? 32 * mebibyte,
    place: embeddedPlace(),
    assets: new PageAssets({ ...builtAssetUrls, ...assets.onDemand }),
  });
  await guest.ready;
  return guest;
}
