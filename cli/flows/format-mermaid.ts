import type { FlowDefinition, FlowEdge } from '../../flow/definition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { findKind } from '../../flow/kinds/find-kind.js';
import type { NodeShape } from '../../flow/kinds/node-kind.js';
import { oneLine } from '../format/printable.js';

const MAX_LABEL_CHARACTERS = 60;

const BRACKETS: Readonly<Record<NodeShape, readonly [open: string, close: string]>> = {
  box: ['[', ']'],
  pill: ['([', '])'],
  diamond: ['{', '}'],
  'double-box': ['[[', ']]'],
  hexagon: ['{{', '}}'],
};

export function formatMermaid({ nodes, edges }: Pick<FlowDefinition, 'nodes' | 'edges'>): string {
  // `end` is a Mermaid keyword, so nodes get new names.
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    'flowchart TD',
    ...nodes.map((node) => `  ${names.get(node.id) ?? ''}${drawNode(node)}`),
    ...edges.map(
      (edge) => `  ${names.get(edge.from) ?? '?'} ${drawArrow(edge)} ${names.get(edge.to) ?? '?'}`,
    ),
  ].join('\n');
}

function drawNode(node: FlowNode): string {
  const label = node.label === undefined || node.label === node.id ? '' : `<br/>${escapeLabel(node.label)}`;
  const text = `"${escapeLabel(node.id)} · ${escapeLabel(node.kind)}${label}"`;
  const [open, close] = BRACKETS[findKind(node.kind).shape ?? 'box'];
  return `${open}${text}${close}`;
}

function drawArrow({ route, on }: FlowEdge): string {
  const word = route ?? on;
  const arrow = on === 'error' ? '-.->' : '-->';
  return word === undefined ? arrow : `${arrow}|"${escapeLabel(word)}"|`;
}

/** A label must not contain markup or end its own quotes. */
function escapeLabel(text: string): string {
  return oneLine(text, MAX_LABEL_CHARACTERS).replace(
    /[^\p{L}\p{N} .,:_-]/gu,
    (character) => `#${character.codePointAt(0) ?? 0};`,
  );
}
