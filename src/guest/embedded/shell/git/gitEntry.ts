import { registerBundle } from '../bundles.ts';
import { git } from './git.ts';

registerBundle('git', { git });
