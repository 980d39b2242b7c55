/** Whether a text may have anything to render; one without tags is what it is. */
export function hasTags(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}
