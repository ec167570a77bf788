import { registerBundle } from '../bundles.ts';

registerBundle('npm', {});
