import type { Element, Root, RootContent, Text } from 'hast';

/** Offsets in UTF-16 units of the Markdown source. */
export interface Anchor {
  start: number;
  end: number;
  href: string;
  count: number;
}

/** If the source has escapes, marks the whole text. */
export function markAnchors(anchors: readonly Anchor[]) {
  return () => (tree: Root) => {
    for (const anchor of anchors) mark(tree, anchor);
  };
}

function mark(parent: Root | Element, anchor: Anchor): void {
  const children: RootContent[] = [];
  for (const child of parent.children as RootContent[]) {
    if (child.type === 'text') children.push(...split(child, anchor));
    else {
      if (child.type === 'element' && child.tagName !== 'a') mark(child, anchor);
      children.push(child);
    }
  }
  parent.children = children as Element['children'];
}

function split(text: Text, { start, end, href, count }: Anchor): (Text | Element)[] {
  const first = text.position?.start.offset;
  const last = text.position?.end.offset;
  if (first === undefined || last === undefined || last <= start || first >= end) return [text];
  const isPlain = last - first === text.value.length;
  const from = isPlain ? Math.max(0, start - first) : 0;
  const to = isPlain ? Math.min(text.value.length, end - first) : text.value.length;
  const part = (begin: number, stop: number): Text => ({
    type: 'text',
    value: text.value.slice(begin, stop),
    position: {
      start: { line: 0, column: 0, offset: first + begin },
      end: { line: 0, column: 0, offset: isPlain ? first + stop : last },
    },
  });
  const isLast = end <= last;
  const marked: Element = {
    type: 'element',
    tagName: 'a',
    properties: { href, className: ['anchored'], ...(isLast && { 'data-count': String(count) }) },
    children: [part(from, to)],
  };
  return [part(0, from), marked, part(to, text.value.length)].filter(
    (one) => one.type !== 'text' || one.value !== '',
  );
}
