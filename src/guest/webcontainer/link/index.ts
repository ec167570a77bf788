export { sampleLine } from './frames.ts';
export {
  channels,
  type Failed,
  type Hello,
  isStillThere,
  type Places,
  type Start,
  type StillThere,
} from './greeting.ts';
export { PortLink, type PortLinkOptions } from './portLink.ts';
