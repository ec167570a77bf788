export { createGuestFetch, failureOf } from './guestFetch.ts';
