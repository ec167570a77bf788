import { registerBundle } from '../bundles.ts';
import { jqCommand } from './jqCommand.ts';

registerBundle('jq', { jq: jqCommand });
