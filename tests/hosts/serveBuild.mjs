import { fileURLToPath } from 'node:url';
import { serve } from '../../.ci/serve.mjs';

/** Serves the production build for the end-to-end tests, with the product's own server. */
await serve(fileURLToPath(new URL('../../dist', import.meta.url)), Number(process.argv[2]));
