const SHOWN_CHARACTERS = 64;

/** A value as a message can hold it, at most some 70 characters: no value of its own is read but a plain one. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return 'null';
  if (typeof value === 'object') return 'an object';
  return `'${cut(String(value))}'`;
}

/** The text, or its beginning. */
export function cut(text: string): string {
  const isLong = text.length > SHOWN_CHARACTERS;
  return isLong ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text.toWellFormed();
}

const SHOWN_NAMES = 20;

/** Names in a row, at most 20 of them; 'none' where there is none. */
export function shownNames(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const row = names.slice(0, SHOWN_NAMES).map(cut).join(', ');
  return `${row || 'none'}${more > 0 ? ` and ${more} more` : ''}`;
}
