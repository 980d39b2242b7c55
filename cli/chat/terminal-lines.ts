import type { Key } from 'node:readline';
import type { Style } from '../format/style.js';
import { oneLine, printable } from '../format/printable.js';
import { Keyboard, type KeyboardInput } from '../terminal/keyboard.js';
import { layOutText } from '../terminal/lay-out-text.js';
import { LineEditor, type EditorRequest } from '../terminal/line-editor.js';
import { LiveScreen, type LiveRows, type TerminalOutput } from '../terminal/live-screen.js';

const PROMPT = '› ';
const ECHO_LINES = 20;
const MAX_WAITING_SHOWN = 3;

interface TerminalLinesOptions {
  history: readonly string[];
  signal: AbortSignal;
  style: Style;
  input?: KeyboardInput;
  output?: TerminalOutput & {
    on(event: 'resize', hear: () => void): unknown;
    off(event: 'resize', hear: () => void): unknown;
  };
}

/** Prints output above the typed line. Typed text waits for {@link ask}, unless a listener handles it. */
export class TerminalLines {
  readonly #options: TerminalLinesOptions;
  readonly #output: NonNullable<TerminalLinesOptions['output']>;
  readonly #editor: LineEditor;
  readonly #screen: LiveScreen;
  readonly #keyboard: Keyboard;
  #waiting: string[] = [];
  #takers: ((text: string) => boolean)[] = [];
  #answer: ((text: string | null) => void) | undefined;
  #isEditing = false;
  #isDrawDue = false;
  #hasEnded = false;

  constructor(options: TerminalLinesOptions) {
    const { input = process.stdin, output = process.stdout, history } = options;
    this.#options = options;
    this.#output = output;
    this.#editor = new LineEditor(history);
    this.#screen = new LiveScreen(output);
    this.#keyboard = new Keyboard(input, (text) => output.write(text), {
      onKey: (key, text) => this.#press(key, text),
      onPaste: (text) => this.#paste(text),
      onEnd: () => this.#end(),
    });
    this.#keyboard.start();
    output.on('resize', this.#resize);
    process.on('SIGCONT', this.#resume);
    options.signal.addEventListener('abort', this.#end);
    if (options.signal.aborted) this.#end();
  }

  get history(): readonly string[] {
    return this.#editor.history.newestFirst;
  }

  /** Null after Ctrl-C, Ctrl-D or the signal. */
  ask(): Promise<string | null> {
    const text = this.#waiting.shift();
    if (text !== undefined) {
      this.#echo(text);
      return Promise.resolve(text);
    }
    if (this.#hasEnded) return Promise.resolve(null);
    return this.#next();
  }

  #next(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#draw();
    });
  }

  listen(take: (text: string) => boolean): () => void {
    this.#takers.push(take);
    return () => {
      this.#takers = this.#takers.filter((other) => other !== take);
    };
  }

  readonly write = (text: string): void => this.#screen.write(text);

  show(line: string): void {
    this.#screen.write(`${this.#screen.isLineOpen ? '\n' : ''}${line}\n`);
  }

  /** Asks with `text` at the prompt, before any waiting text. Empty if Ctrl-C clears it. */
  edit(text: string): Promise<string | null> {
    if (this.#hasEnded) return Promise.resolve(null);
    this.#editor.clear();
    this.#editor.replace(text);
    this.#isEditing = true;
    return this.#next();
  }

  close(): void {
    for (const text of this.#waiting) this.#editor.history.add(text);
    this.#editor.clear();
    this.#options.signal.removeEventListener('abort', this.#end);
    this.#output.off('resize', this.#resize);
    process.off('SIGCONT', this.#resume);
    this.#screen.setLive(undefined);
    this.#keyboard.stop();
  }

  #press(key: Key, text: string | undefined): void {
    if (this.#hasEnded && !(key.ctrl && key.name === 'c')) return;
    const request = this.#editor.press(key, text);
    if (request) this.#handle(request);
    this.#drawSoon();
  }

  #paste(text: string): void {
    if (this.#hasEnded) return;
    this.#editor.insert(text);
    this.#drawSoon();
  }

  #handle(request: EditorRequest): void {
    switch (request.kind) {
      case 'submit':
        return this.#submit(request.text);
      case 'interrupt':
        return this.#interrupt();
      case 'end':
        return this.#end();
      case 'suspend':
        return this.#suspend();
      case 'clear-screen':
        return this.#screen.clear();
      case 'nothing-above':
        return this.#bringBack();
    }
  }

  #submit(text: string): void {
    if (this.#answer) {
      this.#echo(text);
      return this.#settle(text);
    }
    if (text.trim() === '') return;
    if (this.#takers.some((take) => take(text))) return this.#echoTaken(text);
    this.#waiting.push(text);
  }

  /**
   * At the prompt, Ctrl-C clears the text, or leaves the chat if it is empty. During output, it cancels the turn and
   * keeps the text.
   */
  #interrupt(): void {
    if (!this.#answer) process.kill(process.pid, 'SIGINT');
    else if (this.#editor.draft.text === '') this.#settle(null);
    else {
      this.#editor.clear();
      if (this.#isEditing) this.#settle('');
    }
  }

  readonly #end = (): void => {
    this.#hasEnded = true;
    this.#settle(null);
  };

  #settle(text: string | null): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#isEditing = false;
    this.#draw();
    answer?.(text);
  }

  #suspend(): void {
    this.#screen.setLive(undefined);
    this.#keyboard.stop();
    process.kill(process.pid, 'SIGTSTP');
  }

  /** The shell changed the terminal's mode during suspension. */
  readonly #resume = (): void => {
    this.#keyboard.stop();
    this.#keyboard.start();
    this.#draw();
  };

  /** Newest waiting text first. */
  #bringBack(): void {
    const last = this.#waiting.pop();
    if (last === undefined) this.#editor.stepBack();
    else this.#editor.replace(last);
  }

  #echo(text: string): void {
    this.#screen.setLive(undefined);
    this.show(this.#formatSent(text));
  }

  #echoTaken(text: string): void {
    this.show(this.#options.style.dim(this.#formatSent(text)));
  }

  #formatSent(text: string): string {
    const lines = printable(text).split('\n');
    const shown = lines.slice(0, ECHO_LINES);
    const more = lines.length - shown.length;
    if (more > 0) shown.push(`… ${more} more ${more === 1 ? 'line' : 'lines'}`);
    return `${this.#prompt}${shown.join(`\n${' '.repeat(PROMPT.length)}`)}`;
  }

  get #prompt(): string {
    return this.#options.style.bold(this.#options.style.cyan(PROMPT));
  }

  readonly #resize = (): void => this.#screen.resize(this.#liveRows());

  #drawSoon(): void {
    if (this.#isDrawDue) return;
    this.#isDrawDue = true;
    setImmediate(() => {
      this.#isDrawDue = false;
      this.#draw();
    });
  }

  #draw(): void {
    this.#screen.setLive(this.#liveRows());
  }

  #liveRows(): LiveRows | undefined {
    const { draft } = this.#editor;
    const isAsking = this.#answer !== undefined;
    if (this.#hasEnded) return undefined;
    if (!isAsking && draft.text === '' && this.#waiting.length === 0) return undefined;
    const { columns } = this.#screen;
    const waiting = isAsking ? [] : this.#formatWaiting(columns);
    const { rows, cursor } = layOutText({ ...draft, indent: PROMPT.length, columns });
    const seen = Math.max(1, Math.floor(this.#screen.rows / 2) - waiting.length);
    const from = Math.max(0, Math.min(cursor.row - Math.floor(seen / 2), rows.length - seen));
    const indent = ' '.repeat(PROMPT.length);
    const drawn = rows.map((row, index) => `${index === 0 ? this.#prompt : indent}${row}`);
    return {
      rows: [...waiting, ...drawn.slice(from, from + seen)],
      cursor: { row: waiting.length + cursor.row - from, column: cursor.column },
    };
  }

  #formatWaiting(columns: number): string[] {
    const { dim } = this.#options.style;
    const shown = this.#waiting.slice(-MAX_WAITING_SHOWN).map((text) => `${PROMPT}${oneLine(text)}`);
    const hidden = this.#waiting.length - shown.length;
    const lines = hidden > 0 ? [`… ${hidden} more waiting`, ...shown] : shown;
    return lines.map((line) => {
      const [first = '', ...more] = layOutText({
        text: line,
        cursor: 0,
        indent: 0,
        columns: columns - 1,
      }).rows;
      return dim(more.length === 0 ? first : `${first}…`);
    });
  }
}
