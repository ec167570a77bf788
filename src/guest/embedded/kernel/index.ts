export { type AssetAnswer, type AssetName, isAssetName } from './assets.ts';
export {
  type AckMessage,
  type BootMessage,
  creditWindowBytes,
  type InputMessage,
  type KernelReply,
  type KernelRequest,
  largestPieceBytes,
  type RunMessage,
} from './messages.ts';
export { tailBytes } from './tailBuffer.ts';
