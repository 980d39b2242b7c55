import { wellFormed } from '../well-formed.js';

/** Whether a text says nothing: empty or white space only, which some providers refuse. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** A text as every provider takes it; the same string when it is. */
export function cleanText(text: string): string {
  return text.isWellFormed() && !text.includes('\u0000') ? text : wellFormed(text);
}

/** A JSON value with every text in it cleaned; the same value when all are. */
export function cleanJson(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(cleanJson);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let isChanged = false;
  const entries = Object.entries(value).map(([name, member]) => {
    const cleaned = [cleanText(name), cleanJson(member)] as const;
    isChanged ||= cleaned[0] !== name || cleaned[1] !== member;
    return cleaned;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}
