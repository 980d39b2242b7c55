import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_TEXT, StreamWriter, SupersededError } from '../../../../activities/agent/call/stream-writer.js';
import { hideThinking } from '../../../../context/hygiene/hide-thinking.js';
import { wellFormed } from '../../../../context/text/well-formed.js';

const FLUSH_MS = 50;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('StreamWriter', () => {
  test('many deltas within the pause -> one write of them all', async () => {
    const { writer, writes } = recorder();
    for (const delta of ['Hel', 'lo', ' ', 'world']) writer.push(delta);
    expect(writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(writes).toEqual([[0, 'Hello world']]);
  });

  test('the first delta -> written without a pause, the second one after it', async () => {
    const { writer, writes } = recorder();
    writer.push('a');
    await vi.advanceTimersByTimeAsync(0);
    writer.push('b');
    await vi.advanceTimersByTimeAsync(FLUSH_MS - 1);
    expect(writes).toEqual([[0, 'a']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(writes).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
  });

  test('no pause is set -> nothing is written, and no timer is started', async () => {
    const { writer, writes } = recorder(undefined, {});
    writer.push('Hello');
    expect(vi.getTimerCount()).toBe(0);
    expect(await writer.end()).toMatchObject({ visible: 'Hello' });
    expect(writes).toEqual([]);
  });

  test('deltas over several pauses -> writes that begin where the last one ended, in UTF-16 units', async () => {
    const { writer, writes } = recorder();
    for (const delta of ['a😀', 'b', 'c']) {
      writer.push(delta);
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(writes).toEqual([
      [0, 'a😀'],
      [3, 'b'],
      [4, 'c'],
    ]);
  });

  test('a write slower than the pause -> the next write waits for it and includes every delta received meanwhile', async () => {
    const slow = deferred();
    const { writer, writes } = recorder(() => (writes.length === 1 ? slow.promise : Promise.resolve(true)));
    writer.push('a');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    for (const delta of ['b', 'c']) {
      writer.push(delta);
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(writes).toEqual([[0, 'a']]);
    slow.resolve(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(writes).toEqual([
      [0, 'a'],
      [1, 'bc'],
    ]);
  });

  test.each([
    ['between tags', { thinking: 'secret', isTaggedFirst: true }],
    ["of the provider's own", { reasoning: 'secret' }],
  ])('thoughts %s -> written and counted as such, never as text', async (way, thoughts) => {
    const { writer, pieces } = recorder();
    if (way === 'between tags') writer.push('<think>secret</think>');
    else writer.think('secret');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect([pieces, writer.characters]).toEqual([[['', 0, 'secret', 0]], 6]);
    writer.push('open');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect([pieces.at(-1), writer.characters, writer.hasWritten]).toEqual([['open', 0, '', 6], 10, true]);
    expect(await writer.end()).toEqual({ ...NO_TEXT, visible: 'open', ...thoughts });
  });

  test('blank lines in chunks after a closing tag that is cut -> not written, and the answer begins with its first word', async () => {
    const { writer, writes } = recorder();
    for (const delta of ['<think>secret</thi', 'nk>', '\n', '\n', ' ', '\nopen', '\n', '\nend']) {
      writer.push(delta);
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(writes.filter(([, text]) => text !== '')).toEqual([
      [0, 'open'],
      [4, '\n'],
      [5, '\nend'],
    ]);
    expect(await writer.end()).toMatchObject({ visible: 'open\n\nend', thinking: 'secret' });
  });

  test('thoughts by both channels -> only those of the first channel are written', async () => {
    const { writer, pieces } = recorder();
    for (const step of [
      () => writer.think('a\ud83d'),
      () => writer.push('<think>tagged</think>'),
      () => writer.think('b'),
    ]) {
      step();
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(pieces).toEqual([
      ['', 0, 'a', 0],
      ['', 0, '\uFFFDb', 1],
    ]);
    expect(await writer.end()).toEqual({ ...NO_TEXT, thinking: 'tagged', reasoning: 'a\uFFFDb' });
  });

  test('half a pair and half a tag at the end -> held back, then returned with the rest', async () => {
    const { writer, writes } = recorder();
    writer.push('a<thi');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(writes).toEqual([[0, 'a']]);
    expect(await writer.end()).toEqual({ ...NO_TEXT, visible: 'a<thi' });
  });

  test('the end within the pause -> nothing more is written, the text is whole', async () => {
    const { writer, writes } = recorder();
    writer.push('Hello');
    expect(await writer.end()).toEqual({ ...NO_TEXT, visible: 'Hello' });
    await vi.advanceTimersByTimeAsync(10 * FLUSH_MS);
    expect(writes).toEqual([]);
  });

  test('the end while a write is on its way -> waits for it', async () => {
    const slow = deferred();
    const { writer } = recorder(() => slow.promise);
    writer.push('Hello');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    let hasEnded = false;
    const end = writer.end().then(() => (hasEnded = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(hasEnded).toBe(false);
    slow.resolve(true);
    await end;
  });

  test.each([
    ['refused: a newer attempt has the call', () => Promise.resolve(false), SupersededError],
    ['failed', () => Promise.reject(new TypeError('gone')), TypeError],
  ])('D62: a write that is %s -> reported once, nothing is written after it', async (_name, answer, kind) => {
    const { writer, writes, failures } = recorder(answer);
    for (const delta of ['a', 'b', 'c']) {
      writer.push(delta);
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(await writer.end()).toEqual({ ...NO_TEXT, visible: 'abc' });
    expect(writes).toHaveLength(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(kind);
  });

  test('any deltas with any pauses -> the writes join to a beginning of text and thoughts, none splits a pair', async () => {
    const delta = fc.constantFrom(
      'a',
      'bc ',
      '<think>',
      '</think>',
      '<th',
      'ink>',
      '😀',
      '\ud83d',
      '\ude00',
      '\u0000',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(delta, fc.nat(2)), { maxLength: 40, size: 'max' }),
        async (deltas) => {
          const { writer, pieces } = recorder();
          for (const [text, pauses] of deltas) {
            writer.push(text);
            await vi.advanceTimersByTimeAsync(pauses * FLUSH_MS);
          }
          const said = await writer.end();
          const whole = wellFormed(deltas.map(([text]) => text).join(''));
          const parted = hideThinking(whole);
          expect(said).toEqual({ ...NO_TEXT, ...parted, isTaggedFirst: parted.thinking !== '' });
          const told = { text: '', thoughts: '' };
          for (const [text, start, thoughts, from] of pieces) {
            expect([start, from]).toEqual([told.text.length, told.thoughts.length]);
            expect([text.isWellFormed(), thoughts.isWellFormed(), text + thoughts === '']).toEqual([
              true,
              true,
              false,
            ]);
            told.text += text;
            told.thoughts += thoughts;
          }
          expect(said.visible.startsWith(told.text)).toBe(true);
          expect(said.thinking.startsWith(told.thoughts)).toBe(true);
        },
      ),
    );
  });
});

function recorder(
  answer: () => Promise<boolean> = () => Promise.resolve(true),
  pace: { flushMs?: number } = { flushMs: FLUSH_MS },
) {
  const writes: [startOffset: number, text: string][] = [];
  const pieces: [text: string, startOffset: number, reasoning: string, reasoningOffset: number][] = [];
  const failures: unknown[] = [];
  const writer = new StreamWriter({
    ...pace,
    write: ({ startOffset, text, reasoning = '', reasoningOffset = 0 }) => {
      writes.push([startOffset, text]);
      pieces.push([text, startOffset, reasoning, reasoningOffset]);
      return answer();
    },
    onFailure: (error) => failures.push(error),
  });
  return { writer, writes, pieces, failures };
}

function deferred(): { promise: Promise<boolean>; resolve: (value: boolean) => void } {
  let resolve: (value: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => (resolve = settle));
  return { promise, resolve };
}
