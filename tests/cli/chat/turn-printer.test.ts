import { describe, expect, test } from 'vitest';
import { TurnPrinter } from '../../../cli/chat/turn-printer.js';
import { createStyle } from '../../../cli/format/style.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';

const delta = (text: string): TurnEvent => ({ type: 'text-delta', id: '1.1.0', step: 1, text });
const done = (text: string): TurnEvent => ({ type: 'done', id: '1.1.0.end', text });

describe('TurnPrinter', () => {
  test('deltas and their end -> the text once, one end of line', () =>
    expect(shown(delta('Hel'), delta('lo'), done('Hello'))).toBe('Hello\n'));
  test('an answer that ends with a newline -> no empty line', () =>
    expect(shown(delta('Hello\n'), done('Hello\n'))).toBe('Hello\n'));
  test.each([
    [0, 'waiting for a worker'],
    [1, 'waiting behind 1 other message'],
    [2, 'waiting behind 2 other messages'],
  ])('a turn that waits after %s others -> prints its place in the queue', (ahead, words) =>
    expect(shown({ type: 'queued', id: '0.0.0', ahead }, done('Hello'))).toBe(`· ${words}\nHello\n`),
  );
  test('an answer that was not streamed -> shown at the end', () =>
    expect(shown(done('Hello'))).toBe('Hello\n'));
  test('an answer that was cut off -> its text, then why it is incomplete', () =>
    expect(shown(delta('Hel'), { ...done('Hel'), finishReason: 'length' } as TurnEvent)).toBe(
      'Hel\nThe answer is incomplete: the model reached its output token limit\n',
    ));
  test('complaints in another style -> only they have it', () => {
    const complaints: string[] = [];
    const style = { ...createStyle(false), dim: (text: string) => `<${text}>` };
    const complaintStyle = { ...createStyle(false), yellow: (text: string) => `!${text}` };
    const complain = (words: string): unknown => complaints.push(words);
    const printer = new TurnPrinter({ write: () => {}, complain, style, complaintStyle });
    printer.print({ type: 'cancelled', id: '1.1.0.end' });
    expect(complaints).toEqual(['!(canceled)']);
  });
  test('a reset -> a notice, and the answer begins on a new line', () =>
    expect(shown(delta('Hel'), { type: 'reset', id: '1.2.0', step: 1 }, delta('Hello'), done('Hello'))).toBe(
      'Hel\n(retrying: the answer starts again)\nHello\n',
    ));
  test('a tool call with its result -> short lines, then the answer', () => {
    const call = { id: '1.1.0.1', step: 1, call: '1.1', toolCallId: 'c', name: 'calculate' };
    expect(
      shown(
        { ...call, type: 'tool-call', input: { expression: '1+1' } },
        { ...call, type: 'tool-result', output: '2\u001b[2J', isError: false },
        delta('2'),
        done('2'),
      ),
    ).toBe('· calculate {"expression":"1+1"}\n  → 2[2J\n2\n');
  });
  test('thoughts -> dimmed, on their own lines before the text', () => {
    const thought = (text: string): TurnEvent => ({ type: 'reasoning-delta', id: '1.1.0r1', step: 1, text });
    expect(shown(thought('Two '), thought('and two.'), delta('4'), done('4'))).toBe(
      '· thinks: Two and two.\n4\n',
    );
    expect(shown(delta('a'), thought('b'), done('a'))).toBe('a\n· thinks: b\n');
    let painted = '';
    new TurnPrinter({ write: (words) => (painted += words), style: createStyle(true) }).print(thought('Hm.'));
    expect(painted).toBe('\u001b[2m· thinks: Hm.\u001b[22m');
  });
  test('a character cut in two by deltas -> whole', () =>
    expect(shown(delta('a\ud83d'), delta('\udc4d!'), done('a👍!'))).toBe('a👍!\n'));
  test('escape sequences in the text -> removed', () =>
    expect(shown(delta('a\u001b'), delta('[2Jb'), done(''))).toBe('a[2Jb\n'));
  test('a question -> its prompt, its name, and how to answer it; by its name while several are open', () => {
    const asked: TurnEvent = {
      type: 'approval',
      id: 'x',
      executionId: 'e',
      nodeId: 'buy',
      iteration: '',
      name: 'buy',
      call: null,
      toolCallId: null,
      toolName: null,
      wantsOutput: false,
      prompt: 'Buy it?',
      approvers: null,
      expiresAt: null,
    };
    expect(shown(asked, { ...asked, isOneOfSeveral: true })).toBe(
      '? Buy it?\n  buy: your next message answers: yes confirms, anything else cancels\n' +
        "? Buy it?\n  Several questions are open. Answer this one with 'buy: yes' or 'buy: no'.\n",
    );
  });
  test('a failure -> its sentence and type on a new line', () =>
    expect(
      shown(delta('Hel'), {
        type: 'failed',
        id: '1.1.3.end',
        errorType: 'Model.Unavailable',
        message: 'No\nluck',
      }),
    ).toBe('Hel\nFailed: No luck (Model.Unavailable)\n'));
  test('a failure with an error stream -> written to that stream', () => {
    const complaints: string[] = [];
    const printer = new TurnPrinter({
      write: () => undefined,
      complain: (sentence) => complaints.push(sentence),
      style: createStyle(false),
    });
    printer.print({ type: 'cancelled', id: '1.1.0.end' });
    expect(complaints).toEqual(['(canceled)']);
  });
});

function shown(...events: TurnEvent[]): string {
  let text = '';
  const printer = new TurnPrinter({ write: (words) => (text += words), style: createStyle(false) });
  for (const event of events) printer.print(event);
  return text;
}
