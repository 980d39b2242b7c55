/** The request is stored once for all calls. */
const KEY_PLACE = '{{key}}';

export interface MetaSentinels {
  readonly open: string;
  readonly close: string;
}

/** The key is new for each call, so a block repeated from a message, document or tool result lacks it. */
export function metaSentinels(key: string | undefined): MetaSentinels {
  const word = key === undefined ? '' : ` ${key}`;
  return { open: `<<<META${word}>>>`, close: `<<<END${word}>>>` };
}

export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, KEY_PLACE);
}

export function withKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(KEY_PLACE, key);
}
