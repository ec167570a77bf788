/**
 * While `linked` says so, every view of rows below the element stands where the one stands that a person moves.
 * Which that is, the pointer, the wheel or the focus says: a view that follows must not lead the others back.
 */
export function linkScrolling(linked: () => boolean): (element: HTMLElement) => () => void {
  return (element) => {
    let leader: Element | null = null;
    const lead = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest('.rows') : null;
      if (target) leader = target;
    };
    const follow = (event: Event) => {
      const { target } = event;
      if (!linked() || !(target instanceof HTMLElement) || target !== leader) return;
      for (const other of element.querySelectorAll('.rows')) {
        if (other !== target) other.scrollTo({ top: target.scrollTop, left: target.scrollLeft });
      }
    };
    const leads = ['pointerdown', 'pointermove', 'wheel', 'focusin', 'keydown', 'touchstart'] as const;
    for (const name of leads) element.addEventListener(name, lead, { capture: true, passive: true });
    element.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      for (const name of leads) element.removeEventListener(name, lead, { capture: true });
      element.removeEventListener('scroll', follow, { capture: true });
    };
  };
}
