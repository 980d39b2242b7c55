export class NoticeBoard {
  #show: (line: string) => void;

  constructor(show: (line: string) => void) {
    this.#show = show;
  }

  readonly post = (line: string): void => this.#show(line);

  redirect(show: (line: string) => void): () => void {
    const before = this.#show;
    this.#show = show;
    return () => {
      this.#show = before;
    };
  }
}
