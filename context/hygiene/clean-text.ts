import { MAX_LEVELS, TOO_DEEP } from '../../protocol/limits.js';
import { wellFormed } from '../text/well-formed.js';

/** Some providers reject a blank text. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}

export function cleanText(text: string): string {
  return text.isWellFormed() && !text.includes('\u0000') ? text : wellFormed(text);
}

export function cleanJson(value: unknown): unknown {
  return cleanLevel(value, 0);
}

function cleanLevel(value: unknown, level: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  // A deeper value could overflow the stack in every later call.
  if (level >= MAX_LEVELS) return TOO_DEEP;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => cleanLevel(item, level + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let isChanged = false;
  const entries = Object.entries(value).map(([name, member]) => {
    const cleaned = [cleanText(name), cleanLevel(member, level + 1)] as const;
    isChanged ||= cleaned[0] !== name || cleaned[1] !== member;
    return cleaned;
  });
  return isChanged ? Object.fromEntries(entries) : value;
}
