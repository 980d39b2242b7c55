/** When each chat was read, kept in this browser. In server times, because the page's clock may be wrong. */
export interface ReadMarks {
  /** Answers older than this first visit count as read. */
  since: string;
  seen: Readonly<Record<string, string>>;
}

/** The user's own messages from elsewhere are not unread. */
interface Timed {
  workflowId: string;
  lastAnswerAt: string | null;
}

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

export function isUnread({ since, seen }: ReadMarks, { workflowId, lastAnswerAt }: Timed): boolean {
  return lastAnswerAt !== null && lastAnswerAt > (seen[workflowId] ?? since);
}
