/** `localhost` and IP addresses: browsers do not look them up. */
const FIXED = /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Whether a web page could have a `Host` by DNS rebinding: any name that its owner can point at this machine. */
export function isRebindable(host: string): boolean {
  return !FIXED.test(host);
}
