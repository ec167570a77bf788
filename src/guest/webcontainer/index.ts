export {
  bootWebContainer,
  containerIsReady,
  type WebContainerBoot,
  type WebContainerOptions,
  whyNotAtOnce,
} from './page/bootWebContainer.ts';
export type { WhyNot } from './page/support.ts';
