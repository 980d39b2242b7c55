/** Marks of the answers that were seen in this browser, in times of the server: the clock of the page may be wrong. */
export interface ReadMarks {
  /** The newest answer when the page was opened for the first time: what is older counts as read. */
  since: string;
  /** By Workflow ID: the newest answer when the conversation was open last. */
  seen: Readonly<Record<string, string>>;
}

/** A conversation with the time of its newest answer; null: it has none. What the user asked elsewhere is not news. */
interface Timed {
  workflowId: string;
  lastAnswerAt: string | null;
}

/** Returns the marks after a look at the list while one of them is open; undefined: none is. Those that are not listed are dropped. */
export function markRead(
  marks: ReadMarks | undefined,
  listed: readonly Timed[],
  openId: string | undefined,
): ReadMarks {
  const times = listed.flatMap(({ lastAnswerAt }) => lastAnswerAt ?? []).toSorted();
  const { since, seen } = marks ?? { since: times.at(-1) ?? '', seen: {} };
  const kept = listed.flatMap(({ workflowId, lastAnswerAt }) => {
    const at = workflowId === openId ? lastAnswerAt : seen[workflowId];
    return at == null ? [] : [[workflowId, at] as const];
  });
  return { since, seen: Object.fromEntries(kept) };
}

/** Tells whether something was answered in a conversation since it was open here. */
export function isUnread({ since, seen }: ReadMarks, { workflowId, lastAnswerAt }: Timed): boolean {
  return lastAnswerAt !== null && lastAnswerAt > (seen[workflowId] ?? since);
}
