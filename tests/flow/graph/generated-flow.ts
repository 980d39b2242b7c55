import fc from 'fast-check';
import type { FlowDefinition, FlowEdge } from '../../../flow/definition.js';
import type { FlowNode } from '../../../flow/kinds/flow-node.js';

export function generatedFlow(): fc.Arbitrary<FlowDefinition> {
  const step = fc.record({
    parents: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
    isLoop: fc.boolean(),
  });
  return fc
    .array(step, { minLength: 1, maxLength: 15 })
    .chain((steps) => {
      const nodes: FlowNode[] = [{ id: 'chat', kind: 'chat' }];
      const edges: FlowEdge[] = [];
      steps.forEach(({ parents, isLoop }, index) => {
        const id = `n${index}`;
        const from = new Set(parents.map((parent) => (index === 0 ? 'chat' : `n${parent % index}`)));
        edges.push(...[...from].map((parent) => ({ from: parent, to: id })));
        if (!isLoop) return void nodes.push({ id, kind: 'merge' });
        const body = `${id}_body`;
        nodes.push({ id, kind: 'loop', config: { over: '{{ chat.data }}' } }, { id: body, kind: 'merge' });
        edges.push({ from: id, to: body, on: 'item' }, { from: body, to: id, on: 'next' });
      });
      const shuffled = fc.shuffledSubarray(nodes, { minLength: nodes.length });
      return fc.record({ nodes: shuffled, edges: fc.shuffledSubarray(edges, { minLength: edges.length }) });
    })
    .map((parts) => ({ slug: 'generated', name: 'Generated', ...parts }));
}
