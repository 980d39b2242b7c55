const KEPT = 'threadline-key';

/** Takes the key from the address, where it stands behind the `#` that browsers send to nobody, and out of it. */
export function adoptKey(): void {
  const key = /^#key=(.+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  keepKey(decodeURIComponent(key));
  history.replaceState(null, '', `${location.pathname}#/`);
}

/** The key that requests are made with; null: none is known. */
export function readKey(): string | null {
  return localStorage.getItem(KEPT);
}

export function keepKey(key: string): void {
  localStorage.setItem(KEPT, key);
}

export function forgetKey(): void {
  localStorage.removeItem(KEPT);
}

/** The headers that say who asks. */
export function keyHeaders(): Record<string, string> {
  const key = readKey();
  return key === null ? {} : { authorization: `Bearer ${key}` };
}
