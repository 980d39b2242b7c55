/** A statement gets its name when it is sent this often: what is sent once or twice is not worth keeping. */
const OFTEN = 3;
/** Names in a process. Every connection keeps a plan for each of those it was sent; the turns of a chat have about 50. */
const MAX_NAMES = 200;
/** Statements that are counted. Some have a text for each number of rows, so their texts never end. */
const MAX_COUNTED = 1_000;

/** Chooses the statements of a process that connections prepare: those that are sent often. */
export class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly sent = new Map<string, number>();
  private made = 0;

  /** Returns the name to send a statement under; undefined: it is sent without one. */
  find(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || this.names.size >= MAX_NAMES) return name;
    const times = (this.sent.get(text) ?? 0) + 1;
    if (times < OFTEN) {
      if (this.sent.size >= MAX_COUNTED) this.sent.clear();
      this.sent.set(text, times);
      return undefined;
    }
    this.sent.delete(text);
    this.made += 1;
    const made = `threadline_${this.made}`;
    this.names.set(text, made);
    return made;
  }

  /** Gives up the name of a statement, so that it is prepared again under another one. */
  forget(text: string): void {
    this.names.delete(text);
  }
}
