import { findLastRow } from './lay-out-text.js';

/** A terminal to write to; standard output is one. */
export interface TerminalOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
}

/** Rows that stay below all that is written. */
export interface LiveRows {
  /** Each fits into one row of the terminal. */
  rows: readonly string[];
  cursor: { row: number; column: number };
}

/** Longest open line whose last row is looked for; of a longer one, its end. */
const MOST_OPEN_CHARACTERS = 10_000;

/**
 * Writes to a terminal as one would write to a stream, while a few rows, such as what is being typed, stay below.
 * Whatever is written is printed once and never again, except for the last row of a line that is still open: the
 * cursor goes back to its beginning and prints it again, so nothing depends on how wide the terminal takes it to be.
 */
export class LiveScreen {
  readonly #output: TerminalOutput;
  /** The text written since the last line break. */
  #open = '';
  #live: LiveRows | undefined;
  /** Takes the cursor to the beginning of the live rows. */
  #back = '';

  constructor(output: TerminalOutput) {
    this.#output = output;
  }

  get columns(): number {
    return this.#output.columns > 0 ? this.#output.columns : 80;
  }

  get rows(): number {
    return this.#output.rows > 0 ? this.#output.rows : 24;
  }

  /** Whether what was written last did not end its line. */
  get isLineOpen(): boolean {
    return this.#open !== '';
  }

  /** Writes above the live rows. */
  write(text: string): void {
    const head = this.#toOpenRow();
    this.#open = `${this.#open}${text}`.slice(-MOST_OPEN_CHARACTERS);
    this.#open = this.#open.slice(this.#open.lastIndexOf('\n') + 1);
    this.#output.write(head + text + this.#drawLive());
  }

  /** Shows other rows below, or none. */
  setLive(live: LiveRows | undefined): void {
    if (live === undefined && this.#live === undefined) return;
    const head = this.#toOpenRow();
    this.#live = live;
    this.#output.write(head + this.#drawLive());
  }

  /** Draws the live rows where the terminal has broken everything again, because it has other columns. */
  resize(live: LiveRows | undefined): void {
    if (this.#live === undefined) return;
    const above = this.#live.rows
      .slice(0, this.#live.cursor.row)
      .map((row) => findLastRow(row, this.columns).rows);
    const inCursorRow = Math.floor(this.#live.cursor.column / this.columns);
    this.#back = goUp(above.reduce((sum, rows) => sum + rows, inCursorRow));
    this.setLive(live);
  }

  /** Clears the screen; the live rows go to its top. */
  clear(): void {
    this.#back = '';
    this.#open = '';
    this.#output.write(`\u001b[2J\u001b[H${this.#drawLive()}`);
  }

  /** Takes the live rows away and prints the open row again. */
  #toOpenRow(): string {
    if (this.#live === undefined) return '';
    const open = this.isLineOpen ? `${goUp(1)}${findLastRow(this.#open, this.columns).row}` : '';
    return `${this.#back}\u001b[J${open}`;
  }

  #drawLive(): string {
    if (this.#live === undefined) return '';
    const { rows, cursor } = this.#live;
    this.#back = goUp(cursor.row);
    const below = rows.length - 1 - cursor.row;
    const right = cursor.column === 0 ? '' : `\u001b[${cursor.column}C`;
    return `${this.isLineOpen ? '\n' : ''}${rows.join('\n')}${goUp(below)}${right}`;
  }
}

/** Takes the cursor to the beginning of a row above, or of its own. */
function goUp(rows: number): string {
  return rows === 0 ? '\r' : `\u001b[${rows}A\r`;
}
