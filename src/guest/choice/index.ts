export { bootAsksOthers, bootChosenGuest } from './bootChosenGuest.ts';
