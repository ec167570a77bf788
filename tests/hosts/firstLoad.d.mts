import type { Page } from '@playwright/test';

export function openToComposer(
  page: Page,
  url: string,
): Promise<{ readonly atMs: number; readonly scripts: readonly string[] }>;

export function gzippedBytes(
  scripts: readonly string[],
): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
