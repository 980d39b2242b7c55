/** Writes the line above a summary; `before` is the place, in the window, of the first message that is sent raw. */
export function summaryHeading(before: number): string {
  return `[Conversation summary (before message ${before})]\n`;
}

/** Writes the system message that leads a window with a summary; undefined for a blank summary, which covers nothing. */
export function summaryPrefix({ text, before }: { text: string; before: number }): string | undefined {
  return text.trim() === '' ? undefined : summaryHeading(before) + text.trim();
}
