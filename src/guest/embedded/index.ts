export { bootEmbeddedGuest, type EmbeddedGuestOptions } from './page/bootEmbeddedGuest.ts';
