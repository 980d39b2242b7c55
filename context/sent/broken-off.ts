/** Follows the part of an answer that had been said when its turn was cancelled, wherever a later call is sent it. */
export const BROKEN_OFF = '[This answer was broken off here: it was cancelled before it was complete.]';

/** Puts a mark behind the part of an answer, so that the model which is sent both knows that there is no more of it. */
export function markBrokenOff(said: string, mark: string): string {
  return `${said}\n\n${mark}`;
}
