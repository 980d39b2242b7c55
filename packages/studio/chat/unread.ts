/** In server time, since the page's clock may be wrong. Kept by this browser. */
export interface ReadMarks {
  /** Newest answer at the first visit; older ones count as read. */
  since: string;
  seen: Readonly<Record<string, string>>;
}

/** The user's own messages from elsewhere are not news. */
interface Timed {
  workflowId: string;
  lastAnswerAt: string | null;
}

/** Drops conversations that are not listed. */
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
