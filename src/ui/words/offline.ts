export const newVersion = 'A new version is ready.';
export const reload = 'Reload';
export const later = 'Later';
