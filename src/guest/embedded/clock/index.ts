export { guestDate } from './guestDate.ts';
export { noteOrder, orderNote, settledMs } from './orderNote.ts';
export { nodeStepMs, shellStepMs, VirtualClock } from './virtualClock.ts';
export { wallMs } from './wall.ts';
