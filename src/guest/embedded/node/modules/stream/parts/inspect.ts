/** What `readable-stream` uses to word its errors. */
export { format, inspect } from '../../util/inspect.ts';
