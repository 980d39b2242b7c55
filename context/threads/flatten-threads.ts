import { groupBy } from '../../protocol/group-by.js';

export interface FlattenableThread<Message extends { readonly seq: number }> {
  readonly id: number;
  readonly parentId: number | null;
  readonly anchorSeq: number | null;
  readonly anchorStart: number | null;
  readonly messages: readonly Message[];
}

export interface FlatMessage<Message> {
  readonly position: number;
  readonly threadId: number;
  readonly message: Message;
}

/** Threads without a parent or in a cycle come last. */
export function flattenThreads<Message extends { readonly seq: number }>(
  threads: readonly FlattenableThread<Message>[],
): FlatMessage<Message>[] {
  const ordered = [...threads].sort((one, other) => one.id - other.id);
  const ids = new Set(ordered.map(({ id }) => id));
  const below = groupBy(
    ordered.toSorted((one, other) => (one.anchorStart ?? 0) - (other.anchorStart ?? 0)),
    ({ parentId }) => parentId,
  );
  const flat: FlatMessage<Message>[] = [];
  const seen = new Set<number>();
  const roots = ordered.filter(({ parentId }) => parentId === null);
  const orphans = ordered.filter(({ parentId }) => parentId !== null && !ids.has(parentId));
  for (const top of [...roots, ...orphans, ...ordered]) walk(top);
  return flat;

  /** Threads may nest deeper than the call stack. */
  function walk(top: FlattenableThread<Message>): void {
    const stack = enter(top);
    for (let place = stack.at(-1); place; place = stack.at(-1)) {
      const message = place.thread.messages[place.next];
      place.next += 1;
      if (message === undefined) stack.pop();
      else flat.push({ position: flat.length, threadId: place.thread.id, message });
      const hanging =
        message === undefined ? [...place.waiting.values()].flat() : place.waiting.get(message.seq);
      if (message === undefined) place.waiting.clear();
      else place.waiting.delete(message.seq);
      for (const thread of (hanging ?? []).toReversed()) stack.push(...enter(thread));
    }
  }

  function enter(thread: FlattenableThread<Message>): Place<Message>[] {
    if (seen.has(thread.id)) return [];
    seen.add(thread.id);
    return [{ thread, next: 0, waiting: groupBy(below.get(thread.id) ?? [], ({ anchorSeq }) => anchorSeq) }];
  }
}

interface Place<Message extends { readonly seq: number }> {
  readonly thread: FlattenableThread<Message>;
  next: number;
  readonly waiting: Map<number | null, readonly FlattenableThread<Message>[]>;
}
