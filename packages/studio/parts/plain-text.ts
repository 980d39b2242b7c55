import type { Nodes, Root } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { readGfm } from './gfm.js';

const PARSER = unified().use(remarkParse).use(readGfm);

export function parseMarkdown(source: string): Root {
  return PARSER.parse(source);
}

/** The visible text of a Markdown source, in one line. */
export function toPlainText(source: string): string {
  return readText(parseMarkdown(source)).replace(/\s+/g, ' ').trim();
}

const BETWEEN: Partial<Record<Nodes['type'], string>> = {
  root: ' ',
  blockquote: ' ',
  list: ' ',
  listItem: ' ',
  table: ' ',
  tableRow: ' · ',
  footnoteDefinition: ' ',
};

export function readText(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('children' in node) return node.children.map(readText).join(BETWEEN[node.type] ?? '');
  if ('alt' in node) return node.alt ?? '';
  return node.type === 'break' ? ' ' : '';
}
