import { fitOnLine } from '../graph/quote-text.js';

export function cutLine(text: string, most: number): string {
  return shortenText(fitOnLine(text.slice(0, most * 4), Infinity).replace(/\s+/gu, ' '), most);
}

export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
