/** What `readable-stream` finds when it requires "events". */
export { EventEmitter } from '../../events/emitter.ts';
