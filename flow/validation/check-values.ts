import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { hasTags } from '../templates/has-tags.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';

export function checkValues(graph: FlowGraph): FlowProblem[] {
  const waits = nodesOfKind(graph, 'wait').flatMap(({ id, config: { seconds } }): FlowProblem[] => {
    if (typeof seconds === 'number' || hasTags(seconds) || isPause(seconds)) return [];
    const form = `it must be a number of seconds from 0 to ${FLOW_LIMITS.seconds.toLocaleString('en')}, or a template that returns one`;
    const message = `Node '${cut(id)}' has '${cut(seconds)}' in field 'config.seconds'; ${form}`;
    return [{ severity: 'error', node: id, field: 'config.seconds', message }];
  });
  const lists = [...nodesOfKind(graph, 'loop'), ...nodesOfKind(graph, 'filter')];
  return [
    ...waits,
    ...lists.flatMap(({ id, config: { over } }): FlowProblem[] => {
      if (hasTags(over)) return [];
      const message = `Node '${cut(id)}' has '${cut(over)}' in field 'config.over', which is one item, this text; put a path in braces, as in '{{ trigger.data.items }}'`;
      return [{ severity: 'warning', node: id, field: 'config.over', message }];
    }),
  ];
}

function isPause(seconds: string): boolean {
  const given = seconds.trim() === '' ? Number.NaN : Number(seconds);
  return given >= 0 && given <= FLOW_LIMITS.seconds;
}
