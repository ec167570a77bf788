import { fileURLToPath } from 'node:url';
import { serve } from '../../.ci/serve.mjs';

/** Serves the production build (DIST, else dist) for the end-to-end tests, with the product's own server. */
const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
await serve(root, Number(process.argv[2]));
