import type { Nodes, Parents } from 'mdast';
import { parseMarkdown } from '../parts/plain-text.js';

export interface Span {
  start: number;
  end: number;
}

export interface Phrase {
  text: string;
  before: string;
}

interface Seen {
  text: string;
  starts: number[];
  ends: number[];
}

/** The found span includes Markdown marks inside the phrase. */
export function findPhrase(source: string, { text, before }: Phrase): Span | undefined {
  const wanted = withoutSpace(text);
  if (wanted === '') return undefined;
  const seen: Seen = { text: '', starts: [], ends: [] };
  collect(parseMarkdown(source), source, seen);
  const at = findNearest(seen.text, wanted, withoutSpace(before).length);
  const start = seen.starts[at];
  const end = seen.ends[at + wanted.length - 1];
  return start === undefined || end === undefined ? undefined : { start, end };
}

function findNearest(text: string, wanted: string, near: number): number {
  const before = text.lastIndexOf(wanted, near);
  const after = text.indexOf(wanted, near);
  if (before < 0 || after < 0) return Math.max(before, after);
  return near - before <= after - near ? before : after;
}

function collect(node: Nodes, source: string, seen: Seen): void {
  if ('value' in node) add(node.value, { source, seen, span: findSpan(node, source) });
  else (node as Partial<Parents>).children?.forEach((child) => collect(child, source, seen));
}

/** With marks or escapes in the source, searches each character after the previous one. */
function add(
  value: string,
  { source, seen, span }: { source: string; seen: Seen; span: Span | undefined },
): void {
  if (!span) return;
  let from = span.start;
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at);
    const found = source.indexOf(character, from);
    // A character written differently in the source, such as `&amp;`, gets the previous offset.
    const start = found < 0 || found >= span.end ? from : found;
    const isNamed = start === found;
    if (!/\s/.test(character)) {
      seen.text += character;
      seen.starts.push(start);
      seen.ends.push(Math.min(span.end, isNamed ? start + 1 : start));
    }
    if (isNamed) from = start + 1;
  }
}

/** A fenced code block's text begins after the language line. */
function findSpan({ type, position }: Nodes, source: string): Span | undefined {
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined) return undefined;
  const isFenced = type === 'code' && /^[`~]/.test(source.slice(start, start + 1));
  return { start: isFenced ? source.indexOf('\n', start) : start, end };
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
