export { bootAsksOthers, bootChosenGuest } from './bootChosenGuest.ts';
export {
  type GuestChoice,
  type GuestPreference,
  keepGuestPreference,
  readGuestPreference,
} from './guestWish.ts';
