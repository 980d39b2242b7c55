const KEPT = 'threadline-key';

/**
 * Takes a key out of the address, where it stands behind the `#` that browsers send to nobody. It is only offered: anybody can write
 * such a link. Undefined: none is, or it is the stored one.
 */
export function takeOfferedKey(): string | undefined {
  const written = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (written === undefined) return undefined;
  history.replaceState(null, '', `${location.pathname}#/`);
  const key = decode(written);
  return key === readKey() ? undefined : key;
}

/** Returns a link's address without the key that it offers. */
export function withoutKey(address: string): string {
  if (!URL.canParse(address, location.href)) return address;
  // As the browser reads it, which drops line ends in the middle.
  const url = new URL(address, location.href);
  if (!url.hash.startsWith('#key=')) return address;
  url.hash = '';
  return url.href;
}

/** Decodes percent-encoding. Any other text stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The key that requests are made with; null: none is known. */
export function readKey(): string | null {
  return localStorage.getItem(KEPT);
}

export function keepKey(key: string): void {
  localStorage.setItem(KEPT, key);
}

/** The headers that say who asks. */
export function keyHeaders(key = readKey()): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}
