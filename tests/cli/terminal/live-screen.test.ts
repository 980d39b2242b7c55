import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutText } from '../../../cli/terminal/lay-out-text.js';
import { LiveScreen } from '../../../cli/terminal/live-screen.js';
import { EmulatedTerminal } from './emulated-terminal.js';

const TEXT = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '語', '\n', '-'), maxLength: 50 });
const LIVE = fc.option(fc.record({ text: TEXT, place: fc.nat() }), { nil: undefined });
const STEP = fc.oneof(
  TEXT.map((write) => ({ write })),
  LIVE.map((live) => ({ live })),
);

describe('LiveScreen', () => {
  test('texts and rows below them, in any order -> every text once, then the rows, the cursor in them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(STEP, { maxLength: 12 }),
        fc.integer({ min: 6, max: 24 }),
        async (steps, columns) => {
          const terminal = new EmulatedTerminal({ columns, rows: 60 });
          const screen = new LiveScreen(terminal);
          let written = '';
          let below = '';
          for (const step of steps) {
            if ('write' in step) {
              written += step.write;
              screen.write(step.write);
              continue;
            }
            const live = step.live && rowsOf(step.live, columns);
            below = live?.rows.join('\n') ?? '';
            screen.setLive(live);
          }
          const isOpen = written !== '' && !written.endsWith('\n');
          const expected = below === '' ? written : `${written}${isOpen ? '\n' : ''}${below}`;
          const plain = new EmulatedTerminal({ columns, rows: 60 });
          plain.write(expected);
          expect(await terminal.lines()).toEqual(await plain.lines());
        },
      ),
    );
  });
  test('a line that ends at the last column, and continues -> no blank row, nothing lost', async () => {
    const terminal = new EmulatedTerminal({ columns: 10 });
    const screen = new LiveScreen(terminal);
    screen.setLive(rowsOf({ text: 'typed', place: 5 }, 10));
    for (const text of ['0123456789', 'ab\n', '0123456789', '\n', 'c']) screen.write(text);
    expect(await terminal.lines()).toEqual(['0123456789ab', '0123456789', 'c', 'typed']);
    expect(await terminal.cursor()).toEqual({ row: 4, column: 5 });
  });
  test('more rows written than the terminal has -> they scroll away, the rows stay below', async () => {
    const terminal = new EmulatedTerminal({ rows: 5 });
    const screen = new LiveScreen(terminal);
    screen.setLive(rowsOf({ text: 'one\ntwo', place: 1 }, 40));
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    for (const line of lines) screen.write(`${line}\n`);
    expect(await terminal.lines()).toEqual([...lines, 'one', 'two']);
    screen.setLive(undefined);
    expect(await terminal.lines()).toEqual(lines);
  });
  test.each([
    ['narrower', 11],
    ['wider', 60],
  ])('a terminal made %s -> the rows are drawn again, what is above stays', async (_, columns) => {
    const terminal = new EmulatedTerminal({ columns: 30, rows: 20 });
    const screen = new LiveScreen(terminal);
    const draft = { text: 'what is being typed in two rows of it', place: 33 };
    screen.write('An answer that is as long as two rows of it.\nThe open end');
    screen.setLive(rowsOf(draft, 30));
    terminal.resize(columns, 20);
    screen.resize(rowsOf(draft, columns));
    screen.write(', and more.\n');
    screen.setLive(undefined);
    screen.write('end');
    expect(await terminal.lines()).toEqual([
      'An answer that is as long as two rows of it.',
      'The open end, and more.',
      'end',
    ]);
  });
});

function rowsOf({ text, place }: { text: string; place: number }, columns: number) {
  return layOutText({ text, cursor: text === '' ? 0 : place % (text.length + 1), indent: 0, columns });
}
