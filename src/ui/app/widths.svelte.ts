/** Which of the three layouts the window's width asks for: wide, medium (700–1100 px) or narrow (< 700 px). */
export class Widths {
  readonly #narrow = matchMedia('(width < 700px)');
  readonly #medium = matchMedia('(700px <= width < 1100px)');
  #isNarrow = $state.raw(this.#narrow.matches);
  #isMedium = $state.raw(this.#medium.matches);
  readonly #onChange = () => {
    this.#isNarrow = this.#narrow.matches;
    this.#isMedium = this.#medium.matches;
  };

  constructor() {
    this.#narrow.addEventListener('change', this.#onChange);
    this.#medium.addEventListener('change', this.#onChange);
  }

  get narrow(): boolean {
    return this.#isNarrow;
  }

  get medium(): boolean {
    return this.#isMedium;
  }

  dispose(): void {
    this.#narrow.removeEventListener('change', this.#onChange);
    this.#medium.removeEventListener('change', this.#onChange);
  }
}
