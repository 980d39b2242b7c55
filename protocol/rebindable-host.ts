/** DNS cannot change where these names point. */
const FIXED = /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

/** The name's owner could point it at this machine by DNS rebinding. */
export function isRebindable(host: string): boolean {
  return !FIXED.test(host);
}
