/** In UTC, for a table. */
export function toMinute(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
