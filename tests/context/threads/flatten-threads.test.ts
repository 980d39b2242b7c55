import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flattenThreads, type FlattenableThread } from '../../../context/threads/flatten-threads.js';

interface Said {
  seq: number;
  text: string;
}
type Thread = FlattenableThread<Said>;

function thread(id: number, texts: readonly string[], place: Partial<Thread> = {}): Thread {
  const messages = texts.map((text, index) => ({ seq: index + 1, text }));
  return { id, parentId: null, anchorSeq: null, anchorStart: null, messages, ...place };
}

function textsOf(threads: readonly Thread[]): string[] {
  return flattenThreads(threads).map(({ message }) => message.text);
}

const anyThreads: fc.Arbitrary<Thread[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 15 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          parentId: fc.option(fc.integer({ min: 1, max: 30 })),
          anchorSeq: fc.option(fc.integer({ min: 0, max: 6 })),
          anchorStart: fc.option(fc.integer({ min: 0, max: 3 })),
          messages: fc
            .integer({ min: 0, max: 5 })
            .map((count) =>
              Array.from({ length: count }, (_, index) => ({ seq: index + 1, text: `${id}.${index + 1}` })),
            ),
        }),
      ),
    ),
  );

describe('flattenThreads', () => {
  test('D71: m1 with two threads, m2 -> m1, p1, p2, m2 at 0 to 3', () => {
    const flat = flattenThreads([
      thread(1, ['m1', 'm2']),
      thread(2, ['p1'], { parentId: 1, anchorSeq: 1 }),
      thread(3, ['p2'], { parentId: 1, anchorSeq: 1 }),
    ]);
    expect(flat.map(({ position, message }) => [position, message.text])).toEqual([
      [0, 'm1'],
      [1, 'p1'],
      [2, 'p2'],
      [3, 'm2'],
    ]);
  });

  test('nested threads -> depth first', () => {
    expect(
      textsOf([
        thread(1, ['m1', 'm2']),
        thread(2, ['p1', 'p2'], { parentId: 1, anchorSeq: 1 }),
        thread(3, ['q1'], { parentId: 2, anchorSeq: 1 }),
        thread(4, ['r1'], { parentId: 1, anchorSeq: 1 }),
      ]),
    ).toEqual(['m1', 'p1', 'q1', 'p2', 'r1', 'm2']);
  });

  test('threads on one message -> by offset, then by age; on all of it: from its beginning', () => {
    expect(
      textsOf([
        thread(1, ['m1']),
        thread(2, ['late'], { parentId: 1, anchorSeq: 1, anchorStart: 9 }),
        thread(4, ['second'], { parentId: 1, anchorSeq: 1, anchorStart: 3 }),
        thread(3, ['first'], { parentId: 1, anchorSeq: 1, anchorStart: 3 }),
        thread(5, ['whole'], { parentId: 1, anchorSeq: 1 }),
      ]),
    ).toEqual(['m1', 'whole', 'first', 'second', 'late']);
  });

  test('D28: a deleted parent -> its threads come last, followed by their subthreads', () => {
    expect(
      textsOf([
        thread(1, ['m1']),
        thread(2, ['orphan', 'more'], { parentId: 99, anchorSeq: 1 }),
        thread(3, ['below'], { parentId: 2, anchorSeq: 1 }),
        thread(4, ['p1'], { parentId: 1, anchorSeq: 1 }),
      ]),
    ).toEqual(['m1', 'p1', 'orphan', 'below', 'more']);
  });

  test("an anchor that does not exist -> after the parent's last message; a thread without messages -> its threads are kept", () => {
    expect(
      textsOf([
        thread(1, ['m1', 'm2']),
        thread(2, ['lost'], { parentId: 1, anchorSeq: 7 }),
        thread(3, [], { parentId: 1, anchorSeq: 1 }),
        thread(4, ['kept'], { parentId: 3, anchorSeq: 1 }),
      ]),
    ).toEqual(['m1', 'kept', 'm2', 'lost']);
  });

  test('threads in a circle -> once, at the end', () => {
    expect(
      textsOf([
        thread(1, ['m1']),
        thread(2, ['a'], { parentId: 3, anchorSeq: 1 }),
        thread(3, ['b'], { parentId: 2, anchorSeq: 1 }),
      ]),
    ).toEqual(['m1', 'a', 'b']);
  });

  test('any threads in any order -> every message once, positions dense, order within a thread kept', () => {
    fc.assert(
      fc.property(anyThreads, (threads) => {
        const flat = flattenThreads(threads);
        expect(flat.map(({ position }) => position)).toEqual(flat.map((_, index) => index));
        const all = threads.flatMap(({ messages }) => messages.map(({ text }) => text));
        expect(flat.map(({ message }) => message.text).sort()).toEqual(all.sort());
        for (const { id, messages } of threads)
          expect(flat.filter(({ threadId }) => threadId === id).map(({ message }) => message)).toEqual(
            messages,
          );
        expect(textsOf(threads.toReversed())).toEqual(textsOf(threads));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any threads -> a thread begins right after its message, or after another thread on it', () => {
    fc.assert(
      fc.property(anyThreads, (threads) => {
        const flat = flattenThreads(threads);
        const byId = new Map(threads.map((each) => [each.id, each]));
        for (const { position, threadId, message } of flat) {
          const { parentId, anchorSeq } = byId.get(threadId)!;
          const anchor = flat.find((one) => one.threadId === parentId && one.message.seq === anchorSeq);
          if (message.seq !== 1 || anchor === undefined || isInCircle(threadId, byId)) continue;
          expect(anchor.position).toBeLessThan(position);
          const between = flat.slice(anchor.position + 1, position);
          expect(between.some((one) => one.threadId === parentId)).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('D74: flattening a flattened list again -> the same list', () => {
    fc.assert(
      fc.property(anyThreads, (threads) => {
        const flat = flattenThreads(threads);
        const again = flattenThreads([thread(1, textsOf(threads))]);
        expect(again.map(({ position, message }) => [position, message.text])).toEqual(
          flat.map(({ position, message }) => [position, message.text]),
        );
      }),
    );
  });

  test('20,000 threads one below the other -> no stack overflows', () => {
    const deep = Array.from({ length: 20_000 }, (_, index) =>
      thread(index + 1, ['x'], index === 0 ? {} : { parentId: index, anchorSeq: 1 }),
    );
    expect(flattenThreads(deep)).toHaveLength(20_000);
  });
});

function isInCircle(id: number, byId: ReadonlyMap<number, Thread>): boolean {
  const seen = new Set<number>();
  for (let at: number | null | undefined = id; at != null; at = byId.get(at)?.parentId) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
