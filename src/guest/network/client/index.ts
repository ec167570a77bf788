export {
  createGuestFetch,
  failureOf,
  type GuestFetch,
  type GuestRequest,
  type GuestResponse,
} from './guestFetch.ts';
