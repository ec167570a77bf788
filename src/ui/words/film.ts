/** Words of the bar that plays a conversation as a film. */

export const film = 'Film';
export const pause = 'Pause';
export const play = 'Play';
export const playAsFilm = 'Play as a film';
export const entryBack = 'One entry back';
export const entryOn = 'One entry on';
export const place = 'Place in the film';
export const entryOf = (shown: number, all: number) => `entry ${shown} of ${all}`;
export const shownOf = (shown: number, all: number, isWaiting: boolean) =>
  isWaiting ? `${shown} of ${all}, running…` : `${shown} of ${all}`;
export const speed = 'Speed';
export const atOnce = 'at once';
export const times = (factor: number) => `${factor}×`;
export const showAll = 'Show all';
export const keys = 'Space, ← →, Home, End';
export const keysWithLetters = 'Space, ← →, Home, End, < >';
