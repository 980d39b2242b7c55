/** The request is stored once for all calls. */
const KEY_PLACE = '{{key}}';

export interface MetaSentinels {
  readonly open: string;
  readonly close: string;
}

/** A repeated block lacks the call's new key. */
export function metaSentinels(key: string): MetaSentinels {
  return { open: `<<<META ${key}>>>`, close: `<<<END ${key}>>>` };
}

export function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, KEY_PLACE);
}

export function withKey(text: string, key: string): string {
  return text.replaceAll(KEY_PLACE, key);
}
