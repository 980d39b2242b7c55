/** Browsers do not resolve these names. */
const FIXED = /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

/** By DNS rebinding, the name's owner can point it at this machine. */
export function isRebindable(host: string): boolean {
  return !FIXED.test(host);
}
