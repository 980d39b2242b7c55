export function hasTags(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}
