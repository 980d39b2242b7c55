/** Read marks of this browser in server time, since the page's clock may be wrong. */
export interface ReadMarks {
  /** Time of the newest answer at the first visit; older answers count as read. */
  since: string;
  /** By Workflow ID: the newest answer when the conversation was last open. */
  seen: Readonly<Record<string, string>>;
}

/** The time of the newest answer, or null. The user's own messages from elsewhere are not news. */
interface Timed {
  workflowId: string;
  lastAnswerAt: string | null;
}

/** Returns the marks after viewing the list with `openId` open. Drops conversations that are not listed. */
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

/** Whether an answer arrived since the conversation was last open here. */
export function isUnread({ since, seen }: ReadMarks, { workflowId, lastAnswerAt }: Timed): boolean {
  return lastAnswerAt !== null && lastAnswerAt > (seen[workflowId] ?? since);
}
