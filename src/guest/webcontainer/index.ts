export {
  bootWebContainer,
  type WebContainerBoot,
  type WebContainerOptions,
} from './page/bootWebContainer.ts';
export type { WhyNot } from './page/support.ts';
