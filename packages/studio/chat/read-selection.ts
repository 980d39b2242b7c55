import type { Phrase } from './find-phrase.js';

/** Undefined without a selection, or if it extends beyond the element. */
export function readSelection(element: Element | null): Phrase | undefined {
  const selection = getSelection();
  if (element === null || selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (selection.isCollapsed || !element.contains(range.commonAncestorContainer)) return undefined;
  const { startContainer: node, startOffset } = range;
  const markdown = (node instanceof Element ? node : node.parentElement)?.closest('.markdown');
  const before = document.createRange();
  before.setStart(markdown ?? element, 0);
  before.setEnd(node, startOffset);
  return { text: selection.toString(), before: before.toString() };
}
