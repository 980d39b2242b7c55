/** Marks of the messages that were seen in this browser, in times of the server: the clock of the page may be wrong. */
export interface ReadMarks {
  /** The newest message when the page was opened for the first time: what is older counts as read. */
  since: string;
  /** By Workflow ID: the newest message when the conversation was open last. */
  seen: Readonly<Record<string, string>>;
}

/** A conversation with the time of its newest message; null: it has none. */
interface Timed {
  workflowId: string;
  lastMessageAt: string | null;
}

/** Returns the marks after a look at the list while one of them is open; undefined: none is. Those that are not listed are dropped. */
export function markRead(
  marks: ReadMarks | undefined,
  listed: readonly Timed[],
  openId: string | undefined,
): ReadMarks {
  const times = listed.flatMap(({ lastMessageAt }) => lastMessageAt ?? []).toSorted();
  const { since, seen } = marks ?? { since: times.at(-1) ?? '', seen: {} };
  const kept = listed.flatMap(({ workflowId, lastMessageAt }) => {
    const at = workflowId === openId ? lastMessageAt : seen[workflowId];
    return at == null ? [] : [[workflowId, at] as const];
  });
  return { since, seen: Object.fromEntries(kept) };
}

/** Tells whether something was said in a conversation since it was open here. */
export function isUnread({ since, seen }: ReadMarks, { workflowId, lastMessageAt }: Timed): boolean {
  return lastMessageAt !== null && lastMessageAt > (seen[workflowId] ?? since);
}
