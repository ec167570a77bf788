export const ROW_PX = 18;
/** Browsers clamp an element's height near 17 to 33 million px; above this one pixel stands for several. */
const MAX_PX = 12_000_000;

/**
 * Where a view of many rows stands. The truth is `top`, in pixels of the full height; the element's own
 * scroll position is derived from it, so that neither a compressed height nor an estimate of the number of
 * rows that is still growing moves what is being read.
 */
export class ScaledScroll {
  #total = $state.raw(0);
  #viewport = $state.raw(0);
  #top = $state.raw(0);
  /** The element's scroll position, as it was last read from it. */
  #position = $state.raw(0);
  #atEnd = false;
  #element: HTMLElement | null = null;

  readonly #full = $derived(this.#total * ROW_PX);
  readonly height = $derived(Math.min(this.#full, MAX_PX));
  readonly #scale = $derived(
    this.height > this.#viewport ? (this.#full - this.#viewport) / (this.height - this.#viewport) : 1,
  );

  get viewport(): number {
    return this.#viewport;
  }

  /** First row that is at least partly in sight. */
  get firstRow(): number {
    return Math.max(0, Math.min(this.#total - 1, Math.floor(this.#top / ROW_PX)));
  }

  /** One pixel of the scroll bar stands for more than one of the view. */
  get compressed(): boolean {
    return this.#scale > 1.01;
  }

  /** Where row `row` is drawn in the element, in its own pixels. */
  offsetOf(row: number): number {
    return this.#position - (this.#top - row * ROW_PX);
  }

  attach(element: HTMLElement): () => void {
    this.#element = element;
    return () => {
      this.#element = null;
    };
  }

  setViewport(px: number): void {
    this.#viewport = px;
  }

  /** To be called when the element has taken over the new height. */
  setTotal(total: number): void {
    this.#total = total;
  }

  /** Puts the element where `top` says, after its height or the scale has changed. */
  settle(): void {
    if (this.#atEnd) this.#place(Math.max(0, this.#full - this.#viewport));
    else this.#place(this.#top);
  }

  /** The element was scrolled, by somebody or by us. */
  onscroll(): void {
    const position = this.#element?.scrollTop ?? 0;
    if (Math.abs(position - this.#position) < 0.6) return;
    this.#position = position;
    this.#top = position * this.#scale;
    this.#noteEnd();
  }

  scrollBy(px: number): void {
    this.#place(this.#top + px);
    this.#noteEnd();
  }

  /** Brings a row to the upper third. */
  goTo(row: number): void {
    this.#place(row * ROW_PX - this.#viewport / 3);
    this.#noteEnd();
  }

  #place(top: number): void {
    if (!this.#element) return;
    this.#top = Math.max(0, Math.min(top, Math.max(0, this.#full - this.#viewport)));
    this.#element.scrollTop = this.#top / this.#scale;
    this.#position = this.#element.scrollTop;
  }

  #noteEnd(): void {
    this.#atEnd = this.#top > 0 && this.#top + this.#viewport > this.#full - ROW_PX / 2;
  }
}
