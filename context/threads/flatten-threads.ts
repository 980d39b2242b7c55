/** A conversation or sub-thread with its messages. */
export interface FlattenableThread<Message extends { readonly seq: number }> {
  /** Threads made later have larger ones. */
  readonly id: number;
  /** The thread that it hangs on; null: none. */
  readonly parentId: number | null;
  /** The message of the parent that it hangs on. */
  readonly anchorSeq: number | null;
  /** Where the text in that message begins; null: at its beginning. */
  readonly anchorStart: number | null;
  /** In their order. */
  readonly messages: readonly Message[];
}

/** A message in the one list of a conversation and its threads. */
export interface FlatMessage<Message> {
  /** From 0, without gaps. */
  readonly position: number;
  /** Of its thread. */
  readonly threadId: number;
  readonly message: Message;
}

/**
 * Lists the messages of a conversation and its threads: depth first, threads right after the message they hang on, in the
 * order of their anchors' offsets, then of their making. Every message is listed once: threads on a missing message follow
 * their parent's last one, and threads with a missing parent, or in a circle of parents, come at the end.
 */
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

  /** Keeps its own stack, because the data may be deeper than calls can nest. */
  function walk(top: FlattenableThread<Message>): void {
    const stack = enter(top);
    for (let place = stack.at(-1); place !== undefined; place = stack.at(-1)) {
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

/** How far a thread is walked, and the threads that hang on messages still to come. */
interface Place<Message extends { readonly seq: number }> {
  readonly thread: FlattenableThread<Message>;
  next: number;
  readonly waiting: Map<number | null, readonly FlattenableThread<Message>[]>;
}

/** Node 20 has no Map.groupBy. */
function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
