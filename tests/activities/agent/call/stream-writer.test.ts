import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StreamWriter, SupersededError } from '../../../../activities/agent/call/stream-writer.js';
import { hideThinking } from '../../../../context/hide-thinking.js';
import { wellFormed } from '../../../../context/well-formed.js';

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

  test('a write slower than the pause -> the next one waits for it and takes all that came meanwhile', async () => {
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

  test('thinking -> counted, never written', async () => {
    const { writer, writes } = recorder();
    writer.push('<think>secret</think>');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect([writes, writer.characters]).toEqual([[], 6]);
    writer.push('open');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect([writes, writer.characters]).toEqual([[[0, 'open']], 10]);
    expect(await writer.end()).toEqual({
      visible: 'open',
      thinking: 'secret',
      meta: '',
      hasStrayMeta: false,
    });
  });

  test('half a pair and half a tag at the end -> held back, then given with the rest', async () => {
    const { writer, writes } = recorder();
    writer.push('a<thi');
    await vi.advanceTimersByTimeAsync(FLUSH_MS);
    expect(writes).toEqual([[0, 'a']]);
    expect(await writer.end()).toEqual({ visible: 'a<thi', thinking: '', meta: '', hasStrayMeta: false });
  });

  test('the end within the pause -> nothing more is written, the text is whole', async () => {
    const { writer, writes } = recorder();
    writer.push('Hello');
    expect(await writer.end()).toEqual({ visible: 'Hello', thinking: '', meta: '', hasStrayMeta: false });
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
  ])('D62: a write that is %s -> told once, nothing is written after it', async (_name, answer, kind) => {
    const { writer, writes, failures } = recorder(answer);
    for (const delta of ['a', 'b', 'c']) {
      writer.push(delta);
      await vi.advanceTimersByTimeAsync(FLUSH_MS);
    }
    expect(await writer.end()).toEqual({ visible: 'abc', thinking: '', meta: '', hasStrayMeta: false });
    expect(writes).toHaveLength(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(kind);
  });

  test('any deltas with any pauses -> the writes join to a beginning of the visible text, none splits a pair', async () => {
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
          const { writer, writes } = recorder();
          for (const [text, pauses] of deltas) {
            writer.push(text);
            await vi.advanceTimersByTimeAsync(pauses * FLUSH_MS);
          }
          const said = await writer.end();
          const whole = wellFormed(deltas.map(([text]) => text).join(''));
          expect(said).toEqual({ ...hideThinking(whole), meta: '', hasStrayMeta: false });
          let offset = 0;
          for (const [start, text] of writes) {
            expect([start, text.isWellFormed(), text === '']).toEqual([offset, true, false]);
            offset += text.length;
          }
          const written = writes.map(([, text]) => text).join('');
          expect(said.visible.slice(0, offset)).toBe(written);
        },
      ),
    );
  });
});

function recorder(answer: () => Promise<boolean> = () => Promise.resolve(true)) {
  const writes: [startOffset: number, text: string][] = [];
  const failures: unknown[] = [];
  const writer = new StreamWriter({
    flushMs: FLUSH_MS,
    write: (startOffset, text) => {
      writes.push([startOffset, text]);
      return answer();
    },
    onFailure: (error) => failures.push(error),
  });
  return { writer, writes, failures };
}

/** Node 20 has no `Promise.withResolvers`. */
function deferred(): { promise: Promise<boolean>; resolve: (value: boolean) => void } {
  let resolve: (value: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => (resolve = settle));
  return { promise, resolve };
}
