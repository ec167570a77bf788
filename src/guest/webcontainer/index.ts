export { containerIsReady } from './page/bootContainer.ts';
export {
  bootWebContainer,
  type WebContainerBoot,
  type WebContainerOptions,
} from './page/bootWebContainer.ts';
export { type WhyNot, whyNotAtOnce } from './page/support.ts';
