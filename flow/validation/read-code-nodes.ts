import { readCode } from '../code/read-code.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { ReadTemplate } from './read-templates.js';

export type ReadCode = ReadTemplate & { isPromise?: true };

export function readCodeNodes(graph: FlowGraph): readonly ReadCode[] {
  return nodesOfKind(graph, 'code').map(({ id, config: { expression } }) => {
    const place = { node: id, field: 'config.expression', isInput: false, isCode: true } as const;
    const read = readCode(expression);
    return 'problem' in read ? { ...place, ...read, paths: [] } : { ...place, ...read };
  });
}
