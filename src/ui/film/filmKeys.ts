import { type Film, filmSpeeds } from './film.svelte.ts';

/** Elements that do something of their own with these keys. */
const ownKeys = [
  ...['input', 'textarea', 'select', 'button', 'summary', 'a'],
  ...['[contenteditable]', '[role="tab"]', 'dialog'],
].join();

/** The film's keys: Space, ← and →, j and k, Home and End, < and > for the speed, Escape to show all again. */
export function filmKey(event: KeyboardEvent, film: Film, letterKeys: boolean): void {
  const { ctrlKey, metaKey, altKey, key, target, defaultPrevented } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey) return;
  if (document.querySelector('dialog[open]')) return;
  if (target instanceof HTMLElement && target.closest(ownKeys)) return;
  if (!letterKeys && key.length === 1 && key !== ' ') return;
  const action = actionOf(key, film);
  if (action === null) return;
  event.preventDefault();
  action();
}

function actionOf(key: string, film: Film): (() => void) | null {
  if (key === ' ') return () => film.toggle();
  // Before a film is on, arrows and letters are the list's.
  if (!film.isOn) return null;
  switch (key) {
    case 'ArrowRight':
    case 'j':
      return () => film.step(1);
    case 'ArrowLeft':
    case 'k':
      return () => film.step(-1);
    case 'Home':
      return () => film.jump(1);
    case 'End':
      return () => film.jump(film.length);
    case '<':
      return () => film.setSpeed(neighbour(film, -1));
    case '>':
      return () => film.setSpeed(neighbour(film, 1));
    case 'Escape':
      return () => film.close();
    default:
      return null;
  }
}

function neighbour(film: Film, by: 1 | -1) {
  const at = filmSpeeds.indexOf(film.speed) + by;
  return filmSpeeds[Math.max(0, Math.min(at, filmSpeeds.length - 1))] ?? film.speed;
}
