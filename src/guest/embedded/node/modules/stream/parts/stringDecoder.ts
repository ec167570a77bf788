/** What `readable-stream` finds when it requires "string_decoder/". */
export { StringDecoder } from '../../text/stringDecoder.ts';
