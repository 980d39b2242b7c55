import type { TextWeights } from '../../context/text/text-weights.js';
import { toText } from './tokenizer.js';

type TextClass = keyof TextWeights;

const SCRIPTS: readonly (readonly [first: number, last: number, TextClass])[] = [
  [0x0900, 0x0dff, 'indic'],
  [0x0e00, 0x0eff, 'southeastAsian'],
  [0x1000, 0x109f, 'southeastAsian'],
  [0x1780, 0x17ff, 'southeastAsian'],
  [0x1ea0, 0x1ef9, 'vietnamese'],
  [0xac00, 0xd7a3, 'korean'],
];
const FIRST_SCRIPT = 0x0900;
const SHORTEST_RUN = 8;
const PACKED_DIGITS = 3;
const [TAB, LINE_FEED, CARRIAGE_RETURN, ZERO, NINE] = [9, 10, 13, 48, 57] as const;

export function weighText(value: unknown, weights: TextWeights): number {
  const text = toText(value);
  let extra = 0;
  for (let at = 0, end = 0; at < text.length; at = end) {
    const code = text.charCodeAt(at);
    end = at + 1;
    if (code >= ZERO && code <= NINE) {
      while (isDigit(text.charCodeAt(end))) end += 1;
      extra += (weights.digits ?? 0) * (end - at - Math.ceil((end - at) / PACKED_DIGITS));
      continue;
    }
    while (text.charCodeAt(end) === code) end += 1;
    const length = end - at;
    if (length >= SHORTEST_RUN) extra += (weights.runs ?? 0) * length;
    if (code === TAB || code === CARRIAGE_RETURN) extra += (weights.breaks ?? 0) * length;
    else if (code === LINE_FEED) extra += (weights.breaks ?? 0) * (length - 1);
    else if (code >= FIRST_SCRIPT) extra += scriptWeight(code, weights) * length;
  }
  return Math.ceil(extra);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function scriptWeight(code: number, weights: TextWeights): number {
  for (const [first, last, name] of SCRIPTS) if (code >= first && code <= last) return weights[name] ?? 0;
  return 0;
}
