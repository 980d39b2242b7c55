import { readCode } from '../code/read-code.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { ReadTemplate } from './read-templates.js';

/** The code of a node, read; what it reads is unknown where it is no JavaScript. */
export type ReadCode = ReadTemplate & { isPromise?: true };

/** The code of all nodes that have some, in their order. */
export function readCodeNodes(graph: FlowGraph): readonly ReadCode[] {
  return nodesOfKind(graph, 'code').map(({ id, config: { expression } }) => {
    const place = { node: id, field: 'config.expression', isInput: false, isCode: true } as const;
    const read = readCode(expression);
    return 'problem' in read ? { ...place, ...read, paths: [] } : { ...place, ...read };
  });
}
