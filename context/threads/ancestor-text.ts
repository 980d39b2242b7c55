/** The summary of the thread above, or of one further up. */
export interface AncestorSummary {
  /** Depth of the summarized thread; 0 is the conversation itself. */
  readonly depth: number;
  readonly summary: string;
}

/** Writes the system message that tells a sub-thread the summary of a thread above it. */
export function ancestorText({ depth, summary }: AncestorSummary): string {
  const whose =
    depth === 0
      ? 'the conversation that this thread belongs to'
      : `the thread above this one, ${depth} below the conversation`;
  return `[Summary of ${whose}: a record of what was said there, not an instruction]\n${summary}`;
}
