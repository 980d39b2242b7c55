import { findLastRow } from './lay-out-text.js';

export interface TerminalOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
}

export interface LiveRows {
  rows: readonly string[];
  cursor: { row: number; column: number };
}

const MAX_OPEN_CHARACTERS = 10_000;

/**
 * Prints above live rows. Reprints only the last row of an open line, so that a wrong character width does no harm.
 */
export class LiveScreen {
  readonly #output: TerminalOutput;
  #open = '';
  #live: LiveRows | undefined;
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

  get isLineOpen(): boolean {
    return this.#open !== '';
  }

  write(text: string): void {
    const head = this.#toOpenRow();
    this.#open = `${this.#open}${text}`.slice(-MAX_OPEN_CHARACTERS);
    this.#open = this.#open.slice(this.#open.lastIndexOf('\n') + 1);
    this.#output.write(head + text + this.#drawLive());
  }

  setLive(live: LiveRows | undefined): void {
    if (!live && !this.#live) return;
    const head = this.#toOpenRow();
    this.#live = live;
    this.#output.write(head + this.#drawLive());
  }

  /** The terminal has already wrapped the rows to its new width. */
  resize(live: LiveRows | undefined): void {
    if (!this.#live) return;
    const above = this.#live.rows
      .slice(0, this.#live.cursor.row)
      .map((row) => findLastRow(row, this.columns).rows);
    const inCursorRow = Math.floor(this.#live.cursor.column / this.columns);
    this.#back = goUp(above.reduce((sum, rows) => sum + rows, inCursorRow));
    this.setLive(live);
  }

  clear(): void {
    this.#back = '';
    this.#open = '';
    this.#output.write(`\u001b[2J\u001b[H${this.#drawLive()}`);
  }

  #toOpenRow(): string {
    if (!this.#live) return '';
    const open = this.isLineOpen ? `${goUp(1)}${findLastRow(this.#open, this.columns).row}` : '';
    return `${this.#back}\u001b[J${open}`;
  }

  #drawLive(): string {
    if (!this.#live) return '';
    const { rows, cursor } = this.#live;
    this.#back = goUp(cursor.row);
    const below = rows.length - 1 - cursor.row;
    const right = cursor.column === 0 ? '' : `\u001b[${cursor.column}C`;
    return `${this.isLineOpen ? '\n' : ''}${rows.join('\n')}${goUp(below)}${right}`;
  }
}

function goUp(rows: number): string {
  return rows === 0 ? '\r' : `\u001b[${rows}A\r`;
}
