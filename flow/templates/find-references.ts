import { hasTags } from './has-tags.js';
import { parseTemplate } from './parse-template.js';
import { isNode, treeNodes, type TreeNode } from './tree-nodes.js';

const NODE_MAPS: ReadonlySet<string> = new Set(['nodes', 'node_outputs']);

export function findReferences(value: unknown): readonly string[] {
  const names = new Set<string>();
  for (const text of textsIn(value)) {
    if (!hasTags(text)) continue;
    const parsed = parseTemplate(text);
    if ('problem' in parsed) continue;
    const outputs = parsed.pieces.map((piece) => (piece.kind === 'output' ? piece.expression : undefined));
    for (const node of treeNodes([parsed.statements, outputs]))
      for (const name of namesIn(node)) names.add(name);
  }
  return [...names];
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const member of Object.values(next)) waiting.push(member);
  }
  return texts.reverse();
}

function namesIn(node: TreeNode): string[] {
  if (node.type === 'Identifier') return typeof node['value'] === 'string' ? [node['value']] : [];
  const { object, property } = node;
  if (node.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return [];
  if (object.type !== 'Identifier' || !NODE_MAPS.has(String(object['value']))) return [];
  const isName =
    node['computed'] === true ? property.type === 'StringLiteral' : property.type === 'Identifier';
  return isName && typeof property['value'] === 'string' ? [property['value']] : [];
}
