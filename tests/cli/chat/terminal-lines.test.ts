import { afterEach, describe, expect, test } from 'vitest';
import { TerminalLines } from '../../../cli/chat/terminal-lines.js';
import { createStyle } from '../../../cli/format/style.js';
import { EmulatedTerminal, settled } from '../terminal/emulated-terminal.js';

const opened: TerminalLines[] = [];
afterEach(() => opened.splice(0).forEach((lines) => lines.close()));

describe('TerminalLines at the prompt', () => {
  test('a text and Enter -> that text, shown once; the next prompt below', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('hello\r');
    expect(await asked).toBe('hello');
    void lines.ask();
    expect(await terminal.lines()).toEqual(['› hello', '›']);
  });
  test('a pasted text -> one message with its lines, sent by Enter', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('see: \u001b[200~one\r\n\ttwo \u001b[31mred\rthree\u001b[201~');
    expect(await terminal.lines()).toEqual(['› see: one', '        two [31mred', '  three']);
    await terminal.type('!\r');
    expect(await asked).toBe('see: one\n\ttwo \u001b[31mred\nthree!');
  });
  test('a paste that arrives in pieces -> one text', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    for (const part of ['\u001b[20', '0~one\r', 'tw', 'o\u001b[2', '01~', '\r']) await terminal.type(part);
    expect(await asked).toBe('one\ntwo');
  });
  test('Alt-Enter, or a backslash and Enter -> another line', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('one\u001b\rtwo\\\rthree');
    expect(await terminal.lines()).toEqual(['› one', '  two', '  three']);
    await terminal.type('\r');
    expect(await asked).toBe('one\ntwo\nthree');
  });
  test.each([
    ['moves and inserts', 'held\u001b[D\u001b[D\u007f\u001b[3~p\r', 'hpd'],
    ['over wide characters', '語👩‍👩‍👧é\u001b[D\u001b[D\u001b[Da\u001b[C\u001b[3~\r', 'a語é'],
    ['by words', 'one two three\u001bb\u001bb\u0017\u001bf!\r', 'two! three'],
    [
      'by lines',
      'one\u001b\rtwo\u001b\rthree\u001b[A\u0001-\u001b[A+\u001b[B\u001b[B\u0005.\r',
      'o+ne\n-two\nthree.',
    ],
    ['kills and yanks', 'one two\u0017\u0001\u0019\r', 'twoone '],
    ['undoes', 'one\u0015two\u001f\u001f\u001f\u001f\r', 'one'],
  ])('%s', async (_, keys, text) => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type(keys);
    expect(await asked).toBe(text);
  });
  test('the arrows -> earlier inputs, also of several lines; the unsent text is kept', async () => {
    const { terminal, lines } = open({ history: ['two\nlines', 'one'] });
    const asked = lines.ask();
    await terminal.type('begun\u001b[A');
    expect(await terminal.lines()).toEqual(['› two', '  lines']);
    await terminal.type('\u001b[A\u001b[A');
    expect(await terminal.lines()).toEqual(['› one']);
    await terminal.type('\u001b[B\u001b[B\u001b[B!\r');
    expect(await asked).toBe('begun!');
    expect(lines.history).toEqual(['begun!', 'two\nlines', 'one']);
  });
  test('Ctrl-C -> an empty prompt, the text one arrow away; Ctrl-C again -> the input ends', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('half\u0003');
    expect(await terminal.lines()).toEqual(['›']);
    await terminal.type('\u001b[A');
    expect(await terminal.lines()).toEqual(['› half']);
    await terminal.type('\u0003\u0003');
    expect(await asked).toBeNull();
  });
  test('Ctrl-D -> deletes a character, or ends the input at an empty prompt', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('a\u001b[D\u0004\u0004');
    expect(await asked).toBeNull();
    expect(await lines.ask()).toBeNull();
  });
  test('a closed terminal, a signal -> the input ends, and the unsent text is in the history', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    await terminal.type('begun');
    terminal.keyboard.end();
    expect(await asked).toBeNull();
    lines.close();
    expect(lines.history).toEqual(['begun']);
    const abort = new AbortController();
    const other = open({ signal: abort.signal });
    const alsoAsked = other.lines.ask();
    abort.abort();
    expect(await alsoAsked).toBeNull();
    expect(await other.terminal.lines()).toEqual(['']);
  });
  test('a text longer than half the screen -> the rows around the cursor; once sent, its beginning', async () => {
    const { terminal, lines } = open();
    const asked = lines.ask();
    const pasted = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    await terminal.type(`\u001b[200~${pasted.join('\r')}\u001b[201~`);
    expect(await terminal.lines()).toEqual(pasted.slice(-6).map((line) => `  ${line}`));
    await terminal.type('\r');
    expect(await asked).toBe(pasted.join('\n'));
    expect((await terminal.lines()).at(-1)).toBe('  … 30 more lines');
  });
  test('a terminal made narrower and wider -> the text is wrapped again', async () => {
    const { terminal, lines } = open();
    void lines.ask();
    await terminal.type('a text of twenty letters');
    terminal.resize(16, 12);
    expect(await terminal.lines()).toEqual(['› a text of twe', '  nty letters']);
    terminal.resize(40, 12);
    expect(await terminal.lines()).toEqual(['› a text of twenty letters']);
  });
});

describe('TerminalLines while something is written', () => {
  test('a text typed during an answer -> stays below it, and in the prompt afterwards', async () => {
    const { terminal, lines } = open();
    lines.write('The answer');
    await terminal.type('my ne');
    expect(await terminal.lines()).toEqual(['The answer', '› my ne']);
    lines.write(' goes on.\n');
    expect(await terminal.lines()).toEqual(['The answer goes on.', '› my ne']);
    const asked = lines.ask();
    await terminal.type('xt\r');
    expect(await asked).toBe('my next');
  });
  test('texts sent during an answer -> queued below in order, each the next input; the up arrow takes back the last', async () => {
    const { terminal, lines } = open();
    lines.write('The answer');
    await terminal.type('one\rtwo\u001b\rlines\rthree\r');
    expect(await terminal.lines()).toEqual(['The answer', '› one', '› two lines', '› three', '›']);
    await terminal.type('\u001b[A!');
    expect(await terminal.lines()).toEqual(['The answer', '› one', '› two lines', '› three!']);
    lines.write('.\n');
    expect([await lines.ask(), await lines.ask()]).toEqual(['one', 'two\nlines']);
    void lines.ask();
    expect(await terminal.lines()).toEqual(['The answer.', '› one', '› two', '  lines', '› three!']);
  });
  test('Ctrl-C -> sends the signal, and no typed text is lost', async () => {
    const { terminal, lines } = open();
    const interrupted = new Promise((resolve) => process.once('SIGINT', resolve));
    await terminal.type('next\rbegun\u0003');
    await interrupted;
    expect(await terminal.lines()).toEqual(['› next', '› begun']);
    expect(await lines.ask()).toBe('next');
  });
  test('a listener -> receives the lines it accepts, the rest wait', async () => {
    const { terminal, lines } = open();
    const taken: string[] = [];
    const stop = lines.listen((text) => text.startsWith('/') && taken.push(text) > 0);
    await terminal.type('/steer left\rnext\r');
    stop();
    await terminal.type('/later\r');
    expect(taken).toEqual(['/steer left']);
    expect([await lines.ask(), await lines.ask()]).toEqual(['next', '/later']);
  });
  test('a notice for the user -> printed above the prompt, on its own line', async () => {
    const { terminal, lines } = open();
    lines.write('The answer');
    await terminal.type('draft');
    lines.show('Temporal ended');
    lines.write('goes on');
    expect(await terminal.lines()).toEqual(['The answer', 'Temporal ended', 'goes on', '› draft']);
  });
  test('closed with queued texts -> removed from the screen, kept in the history', async () => {
    const { terminal, lines } = open();
    lines.write('The answer');
    await terminal.type('one\rbegun');
    lines.close();
    expect(await terminal.lines()).toEqual(['The answer']);
    expect(lines.history).toEqual(['begun', 'one']);
  });
});

function open({
  history = [],
  signal = new AbortController().signal,
}: { history?: string[]; signal?: AbortSignal } = {}) {
  const terminal = new EmulatedTerminal();
  const lines = new TerminalLines({
    history,
    signal,
    style: createStyle(false),
    input: terminal.keyboard,
    output: terminal,
  });
  opened.push(lines);
  return { terminal, lines, settled };
}
