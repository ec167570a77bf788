export const terminal = 'Terminal';
export const tabCompletes = 'Tab completes · Esc, Tab leaves';
export const tabLeaves = 'Tab leaves · Ctrl+I completes';
export const searchInTerminal = 'Search in the terminal';
export const copyText = 'Copy the selection, or all of it';
export const couldNotOpen = (why: string) => `The terminal could not be opened: ${why}`;
export const openAgain = 'Open it again';
export const guestEnded = 'The guest has ended, and the terminal with it.';
export const startGuestAgain = 'Start the guest again';
export const opensLater = 'The terminal opens when the guest has started.';
/** Written into the terminal itself. */
export const hasEnded = '[the terminal has ended]';

export const search = 'Search';
export const notFound = 'not found';
export const matchAbove = 'Match above';
export const matchBelow = 'Match below';
export const closeSearch = 'Close search';
