const SHOWN_CHARACTERS = 64;

/** Does not run getters. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (value === null) return 'null';
  if (typeof value === 'object') return 'an object';
  return `'${cut(String(value))}'`;
}

export function cut(text: string): string {
  const isLong = text.length > SHOWN_CHARACTERS;
  return isLong ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text.toWellFormed();
}

const SHOWN_NAMES = 20;

export function shownNames(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const row = names.slice(0, SHOWN_NAMES).map(cut).join(', ');
  return `${row || 'none'}${more > 0 ? ` and ${more} more` : ''}`;
}
