import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut, shown, shownNames } from './shown.js';
import { suggestion } from './suggestion.js';

/** The steps around an agent's main loop call tools that are its own. */
export function checkQueues(graph: FlowGraph): FlowProblem[] {
  return nodesOfKind(graph, 'agent').flatMap(({ id, config: { queues = {}, tools = [] } }) =>
    (['pre', 'post'] as const).flatMap((queue) =>
      (queues[queue] ?? []).flatMap((step, index): FlowProblem[] => {
        if (typeof step === 'string' || tools.includes(step.tool)) return [];
        const field = `config.queues.${queue}[${index}].tool`;
        const has = `Node '${cut(id)}' has ${shown(step.tool)} in field '${field}'`;
        const meant = suggestion(step.tool, tools);
        const remedy = tools.length === 0 ? 'it has none' : `its tools: ${shownNames(tools)}`;
        const message = `${has}, which is no tool of this agent${meant}; ${remedy}`;
        return [{ severity: 'error', node: id, field, message }];
      }),
    ),
  );
}
