export { createGuestFetch, failureOf, type GuestFetch } from './guestFetch.ts';
