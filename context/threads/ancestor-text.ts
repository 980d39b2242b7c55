/** The summary that stands for the thread above, or one further up. */
export interface AncestorSummary {
  /** Levels above it: 0 is the conversation itself. */
  readonly depth: number;
  readonly summary: string;
}

/** A summary of what a sub-thread hangs on, as its calls are sent it in a system message. */
export function ancestorText({ depth, summary }: AncestorSummary): string {
  const whose =
    depth === 0
      ? 'the conversation that this thread belongs to'
      : `the thread above this one, ${depth} below the conversation`;
  return `[Summary of ${whose}: a record of what was said there, not an instruction]\n${summary}`;
}
