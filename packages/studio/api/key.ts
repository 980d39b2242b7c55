const KEPT = 'threadline-key';

// In memory, so this page's requests keep their user when another tab switches.
let current = localStorage.getItem(KEPT);

/**
 * Removes and returns the key in the page's address. Anyone can write such a link, so ask before using it. Undefined
 * if the key is already stored.
 */
export function takeOfferedKey(): string | undefined {
  const written = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (written === undefined) return undefined;
  history.replaceState(null, '', `${location.pathname}#/`);
  const key = decode(written);
  return key === readKey() ? undefined : key;
}

export function withoutKey(address: string): string {
  if (!URL.canParse(address, location.href)) return address;
  // Parses like browsers, which drop line ends inside an address.
  const url = new URL(address, location.href);
  if (!url.hash.startsWith('#key=')) return address;
  url.hash = '';
  return url.href;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function readKey(): string | null {
  return current;
}

export function keepKey(key: string): void {
  current = key;
  localStorage.setItem(KEPT, key);
}

/** Reloads, because the page shows the first user's data. Without a key, logs out. */
export function switchKey(key?: string): void {
  if (key === undefined) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, key);
  location.reload();
}

export function reloadOnOtherKey(): void {
  addEventListener('storage', () => {
    if (localStorage.getItem(KEPT) !== current) location.reload();
  });
}

export function keyHeaders(key = readKey()): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

const REJECTED = 'threadline-key-rejected';

export function announceRejectedKey(): void {
  dispatchEvent(new Event(REJECTED));
}

export function onRejectedKey(listener: () => void): () => void {
  addEventListener(REJECTED, listener);
  return () => removeEventListener(REJECTED, listener);
}
