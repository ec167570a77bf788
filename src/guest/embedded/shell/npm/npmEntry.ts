import { registerBundle } from '../bundles.ts';
import { npm, npx } from './npm.ts';

registerBundle('npm', { npm, npx });
