/** Stands for the key in a request for a summary, which is otherwise the same for all calls and stored once. */
const KEY_PLACE = '{{key}}';

/** The marks around the summary block that a model appends to its answer. */
export interface MetaSentinels {
  readonly open: string;
  readonly close: string;
}

/**
 * Writes the marks for a call's key, which nobody knows before the call is made: a block that was only repeated, from a
 * message, a document or a tool's result, does not have it. Calls that were planned before there were keys have none.
 */
export function metaSentinels(key: string | undefined): MetaSentinels {
  const word = key === undefined ? '' : ` ${key}`;
  return { open: `<<<META${word}>>>`, close: `<<<END${word}>>>` };
}

/** A request with a place where its key stood. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, KEY_PLACE);
}

/** The request with its key again. */
export function withKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(KEY_PLACE, key);
}
