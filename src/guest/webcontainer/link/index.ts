export { channels, type Failed, type Hello, type Places, type Start } from './greeting.ts';
export { PortLink, type PortLinkOptions } from './portLink.ts';
