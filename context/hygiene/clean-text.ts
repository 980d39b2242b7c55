import { wellFormed } from '../well-formed.js';

/** Whether a text is empty or white space only, which some providers refuse. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Makes a text one that every provider takes; the same string when it is one. */
export function cleanText(text: string): string {
  return text.isWellFormed() && !text.includes('\u0000') ? text : wellFormed(text);
}

/** Cleans every text in a JSON value; the same value when all are clean. */
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
