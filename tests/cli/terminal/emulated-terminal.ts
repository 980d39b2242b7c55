import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import xterm from '@xterm/headless';

export class EmulatedTerminal extends EventEmitter {
  readonly keyboard = new PassThrough();
  readonly #screen: InstanceType<typeof xterm.Terminal>;

  constructor({ columns = 40, rows = 12 } = {}) {
    super();
    const options = { cols: columns, rows, scrollback: 10_000, allowProposedApi: true, convertEol: true };
    this.#screen = new xterm.Terminal(options);
  }

  get columns(): number {
    return this.#screen.cols;
  }

  get rows(): number {
    return this.#screen.rows;
  }

  readonly write = (text: string): void => this.#screen.write(text);

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    this.emit('resize');
  }

  async type(keys: string): Promise<void> {
    this.keyboard.write(keys);
    await settled();
  }

  async lines(): Promise<string[]> {
    await new Promise<void>((resolve) => this.#screen.write('', resolve));
    const buffer = this.#screen.buffer.active;
    const lines: string[] = [];
    for (let index = 0; index < buffer.length; index += 1) {
      const line = buffer.getLine(index);
      const isBroken = buffer.getLine(index + 1)?.isWrapped === true;
      const text = line?.translateToString(!isBroken) ?? '';
      if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${text}`);
      else lines.push(text);
    }
    return lines
      .join('\n')
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd());
  }

  async cursor(): Promise<{ row: number; column: number }> {
    await this.lines();
    const { cursorX, cursorY } = this.#screen.buffer.active;
    return { row: cursorY, column: cursorX };
  }
}

export async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
