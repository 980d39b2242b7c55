import { fitsPattern } from '../../protocol/name-pattern.js';
import type { AgentConfig } from '../kinds/agent.js';
import type { ConfigPlace } from '../kinds/node-kind.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shown, shownNames } from '../values/shown.js';
import { suggestion } from './suggestion.js';

export function checkOwnTools(graph: FlowGraph): FlowProblem[] {
  return nodesOfKind(graph, 'agent').flatMap((node) =>
    namedTools(node.config).flatMap(({ field, value }): FlowProblem[] => {
      const { tools = [] } = node.config;
      if (tools.some((name) => fitsPattern(name, value))) return [];
      const has = `Node '${cut(node.id)}' has ${shown(value)} in field '${field}'`;
      const meant = suggestion(value, tools);
      const remedy = tools.length === 0 ? 'it lists no tools' : `its tools: ${shownNames(tools)}`;
      const message = `${has}, which is not a tool of this agent${meant}; ${remedy}`;
      return [{ severity: 'error', node: node.id, field, message }];
    }),
  );
}

function namedTools({ queues = {}, toolChoice, tools = [] }: AgentConfig): ConfigPlace<string>[] {
  const called = (['pre', 'post'] as const).flatMap((queue) =>
    (queues[queue] ?? []).flatMap((step, index) =>
      typeof step === 'string' ? [] : [{ field: `config.queues.${queue}[${index}].tool`, value: step.tool }],
    ),
  );
  if (typeof toolChoice === 'object')
    return [...called, { field: 'config.toolChoice.toolName', value: toolChoice.toolName }];
  if (toolChoice === 'required' && tools.length === 0)
    return [...called, { field: 'config.toolChoice', value: toolChoice }];
  return called;
}
