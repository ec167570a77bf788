export {
  type AckMessage,
  type BootMessage,
  creditWindowBytes,
  type KernelReply,
  type KernelRequest,
  largestPieceBytes,
  type RunMessage,
} from './messages.ts';
