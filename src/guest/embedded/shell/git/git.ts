import type { Program } from '../bundles.ts';

export const git: Program = async ({ out }) => {
  await out('git version 2.39.5\n');
  return 0;
};
