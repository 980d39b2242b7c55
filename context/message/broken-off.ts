export const BROKEN_OFF = '[This answer was broken off here: it was cancelled before it was complete.]';

export function markBrokenOff(said: string, mark: string): string {
  return `${said}\n\n${mark}`;
}
