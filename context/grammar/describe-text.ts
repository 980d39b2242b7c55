const LONE_SURROGATE = 'has a text with a lone surrogate, which some providers reject';

export function describeText(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'has a text that is not a string';
  if (text.trim() === '') return 'has a text that is empty or only white space';
  return text.isWellFormed() ? undefined : LONE_SURROGATE;
}

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
