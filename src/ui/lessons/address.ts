/** What the address names behind `#/lessons` or `#/lesson/`. Steps are counted from 1 there. */
export type LessonsPlace =
  | { readonly kind: 'list' }
  | { readonly kind: 'teachers' }
  /** A lesson of this page. */
  | { readonly kind: 'lesson'; readonly id: string; readonly step: number; readonly present: boolean }
  /** A lesson that the link itself holds. */
  | { readonly kind: 'packed'; readonly packed: string; readonly step: number; readonly present: boolean };

export function parseLessonsPlace(at: string): LessonsPlace {
  const [path = '', query = ''] = at.split('?', 2);
  const [first = '', second = '', third = ''] = path.split('/');
  if (first === '') return { kind: 'list' };
  if (first === 'teachers') return { kind: 'teachers' };
  const present = query === 'present';
  if (first === 'l' && second !== '') return { kind: 'packed', packed: second, step: stepOf(third), present };
  return { kind: 'lesson', id: first.slice(0, 60), step: stepOf(second), present };
}

export function formatLessonsPlace(place: LessonsPlace): string {
  if (place.kind === 'list') return '#/lessons';
  if (place.kind === 'teachers') return '#/lessons/teachers';
  const which = place.kind === 'packed' ? `l/${place.packed}` : place.id;
  return `#/lesson/${which}${place.step === 0 ? '' : `/${place.step + 1}`}${place.present ? '?present' : ''}`;
}

/** From 0; what is no number is the first step. */
function stepOf(text: string): number {
  return /^\d{1,2}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;
}
