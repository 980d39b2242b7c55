/** Takes lines that nobody asked for to wherever they can be shown now. */
export class NoticeBoard {
  #show: (line: string) => void;

  constructor(show: (line: string) => void) {
    this.#show = show;
  }

  readonly post = (line: string): void => this.#show(line);

  /** Shows lines another way from now on; returns how to go back. */
  redirect(show: (line: string) => void): () => void {
    const before = this.#show;
    this.#show = show;
    return () => {
      this.#show = before;
    };
  }
}
