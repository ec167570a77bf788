export const files = 'Files';
export const readAgain = 'Read the folders again';
export const filesOfGuest = 'Files of the guest';
export const guestEnded = 'The guest has ended. Start it again to see its files.';
export const guestStarting = 'The guest is starting…';
export const reading = 'reading…';
export const empty = 'empty';
/** A folder whose first entries alone are shown. */
export const moreEntries = (count: number) => `${count} more; use ls in the terminal`;
