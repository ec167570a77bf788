export { createGuestFetch, failureOf, NetworkError } from './guestFetch.ts';
