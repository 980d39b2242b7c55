import type { FlowDefinition, FlowEdge, FlowNode } from '../../flow/definition.js';
import { oneLine } from '../format/printable.js';

/** Longer labels make a picture that nobody can read. */
const MAX_LABEL_CHARACTERS = 60;

/** A flow as a Mermaid flowchart: nodes with their kinds, edges with their routes and events. */
export function formatMermaid({ nodes, edges }: Pick<FlowDefinition, 'nodes' | 'edges'>): string {
  // Names of our own: a node may be called `end`, which is a word of the language.
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    'flowchart TD',
    ...nodes.map((node) => `  ${names.get(node.id) ?? ''}${shapeOf(node)}`),
    ...edges.map((edge) => `  ${names.get(edge.from) ?? '?'} ${arrowOf(edge)} ${names.get(edge.to) ?? '?'}`),
  ].join('\n');
}

function shapeOf(node: FlowNode): string {
  const label = node.label === undefined || node.label === node.id ? '' : `<br/>${escaped(node.label)}`;
  const text = `"${escaped(node.id)} · ${escaped(node.kind)}${label}"`;
  switch (node.kind) {
    case 'chat':
    case 'manual':
      return `([${text}])`;
    case 'switch':
    case 'categorizer':
      return `{${text}}`;
    case 'loop':
      return `[[${text}]]`;
    case 'approval':
    case 'wait':
      return `{{${text}}}`;
    default:
      return `[${text}]`;
  }
}

function arrowOf({ route, on }: FlowEdge): string {
  const word = route ?? on;
  const arrow = on === 'error' ? '-.->' : '-->';
  return word === undefined ? arrow : `${arrow}|"${escaped(word)}"|`;
}

/** As entities: a label is text of whoever wrote the flow, and neither markup nor the end of its quotes. */
function escaped(text: string): string {
  return oneLine(text, MAX_LABEL_CHARACTERS).replace(
    /[^\p{L}\p{N} .,:_-]/gu,
    (character) => `#${character.codePointAt(0) ?? 0};`,
  );
}
