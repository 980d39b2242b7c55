/** DNS cannot change where these names point. */
const FIXED = /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

/** By DNS rebinding, the owner of the name could point it at this machine. */
export function isRebindable(host: string): boolean {
  return !FIXED.test(host);
}
