export const BROKEN_OFF = '[This answer was broken off here: it was canceled before it was complete.]';

export function markBrokenOff(text: string, mark: string): string {
  return `${text}\n\n${mark}`;
}
