/** All calls share the stored request, which has no key. */
const KEY_PLACE = '{{key}}';

export interface MetaSentinels {
  readonly open: string;
  readonly close: string;
}

/** A block copied from an earlier answer lacks the call's key. */
export function metaSentinels(key: string): MetaSentinels {
  return { open: `<<<META ${key}>>>`, close: `<<<END ${key}>>>` };
}

export function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, KEY_PLACE);
}

export function withKey(text: string, key: string): string {
  return text.replaceAll(KEY_PLACE, key);
}
