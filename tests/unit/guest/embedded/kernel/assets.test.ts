import { expect, it } from 'vitest';
import { type AssetName, Assets, isAssetName } from '../../../../../src/guest/embedded/kernel/assets.ts';
import { type BundleShelf, WorkerAssets } from '../../../../../src/guest/embedded/kernel/workerAssets.ts';

it('knows three names and nothing else', () => {
  expect(['git', 'npm', 'node-worker', 'page', '__proto__', 7, null].map(isAssetName)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('asks the page once for however many want a bundle, and again after a failure', async () => {
  const asked: AssetName[] = [];
  const assets = new Assets((name) => asked.push(name));
  const both = [assets.url('git'), assets.url('git')];
  expect(asked).toEqual(['git']);
  assets.answered({ name: 'git', code: null, message: 'no' });
  for (const each of both) await expect(each).rejects.toThrow('no');
  const later = assets.url('git');
  assets.answered({ name: 'npm', code: 'unasked' });
  assets.answered({ name: 'git', code: '1' });
  expect(await later).toMatch(/^blob:/);
  expect(await assets.url('git')).toBe(await later);
  expect(asked).toEqual(['git', 'git']);
});

it('evaluates a bundle once in a worker and keeps what it brought', async () => {
  const shelf: BundleShelf = {};
  const asked: string[] = [];
  const evaluated: string[] = [];
  const bundle = { git: async () => 0 };
  const assets = new WorkerAssets({
    ask: (name) => asked.push(name),
    evaluate(url) {
      evaluated.push(url);
      if (url !== 'blob:empty') shelf.git = bundle;
    },
    shelf: () => shelf,
  });
  const failed = assets.load('git');
  assets.answered({ type: 'asset', name: 'git', url: null, message: 'the page is offline' });
  await expect(failed).rejects.toThrow('the page is offline');
  const empty = assets.load('git');
  assets.answered({ type: 'asset', name: 'git', url: 'blob:empty', message: '' });
  await expect(empty).rejects.toThrow('its script brought nothing');
  const both = [assets.load('git'), assets.load('git')];
  assets.answered({ type: 'asset', name: 'git', url: 'blob:1', message: '' });
  expect(await Promise.all(both)).toEqual([bundle, bundle]);
  expect(await assets.load('git')).toBe(bundle);
  expect([asked, evaluated]).toEqual([
    ['git', 'git', 'git'],
    ['blob:empty', 'blob:1'],
  ]);
});
