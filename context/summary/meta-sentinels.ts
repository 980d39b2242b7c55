/** Stands for the key in the stored request, which all calls share. */
const KEY_PLACE = '{{key}}';

export interface MetaSentinels {
  readonly open: string;
  readonly close: string;
}

/** Contains the call's key, which a block copied from an earlier answer lacks. */
export function metaSentinels(key: string): MetaSentinels {
  return { open: `<<<META ${key}>>>`, close: `<<<END ${key}>>>` };
}

export function withoutKey(text: string, key: string): string {
  return text.replaceAll(key, KEY_PLACE);
}

export function withKey(text: string, key: string): string {
  return text.replaceAll(KEY_PLACE, key);
}
