import { textKind } from './text-kind.js';

/** A what-if plan takes these texts from the stored call. */
export const ADDED = {
  note: textKind({ from: 'note', position: 'closing', segment: 'notes' }),
};

type Added = typeof ADDED;
type AddedItem = ReturnType<Added[keyof Added]['remember']>;

export type AddedText = Parameters<Added[keyof Added]['remember']>[0];
export const ADDED_FROM = Object.keys(ADDED) as (keyof Added)[];

export function isAdded(item: { from: string }): item is AddedItem {
  return Object.hasOwn(ADDED, item.from);
}
