/** What leads a summary; `before` is the place, in the window, of the first message that the window can begin with. */
export function summaryHeading(before: number): string {
  return `[Conversation summary (before message ${before})]\n`;
}

/** The system message that leads a window with a summary. A blank summary stands for nothing: undefined. */
export function summaryPrefix({ text, before }: { text: string; before: number }): string | undefined {
  return text.trim() === '' ? undefined : summaryHeading(before) + text.trim();
}
