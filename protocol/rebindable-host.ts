/** Browsers do not resolve these names. */
const FIXED = /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Whether a web page could reach the `Host` by DNS rebinding: its owner can point the name at this machine.
 */
export function isRebindable(host: string): boolean {
  return !FIXED.test(host);
}
