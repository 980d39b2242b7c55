const LONE_SURROGATE = 'has a text with a lone surrogate, which is no JSON to some providers';

/** Says what is wrong with a text that may not be blank; undefined: nothing. */
export function describeText(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'has a text that is not a string';
  if (text.trim() === '') return 'has a text that is empty or only white space';
  return text.isWellFormed() ? undefined : LONE_SURROGATE;
}

/** Says what is wrong with the texts in a JSON value, which may be blank; undefined: nothing. */
export function describeTexts(value: unknown): string | undefined {
  return isWellFormed(value) ? undefined : LONE_SURROGATE;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value)
    ? value.every(isWellFormed)
    : Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member));
}
