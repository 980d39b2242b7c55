import { callerToolsShapeProblem, type CallerTools } from '../../protocol/caller-tools.js';
import { fitsPattern } from '../../protocol/name-pattern.js';
import type { FlowDefinition } from '../definition.js';
import { agentConfig, callsModel } from '../kinds/model-node.js';
import { isAnswering } from './answering-nodes.js';
import { hasTools } from '../kinds/traits.js';

/** Only a single agent can use them: with several, it would be unclear whose call an output answers. */
export function callerToolsProblem(flow: FlowDefinition, given: CallerTools): string | undefined {
  const shape = callerToolsShapeProblem(given);
  if (shape !== undefined) return shape;
  const [agent, ...more] = flow.nodes.filter(({ id }) => isAnswering(flow, id));
  if (!agent || more.length > 0 || !hasTools(agent.kind) || !callsModel(agent))
    return `Flow '${flow.slug}' accepts no tools with a request: its answer does not come from a single agent`;
  const own = agentConfig(agent).tools ?? [];
  const taken = given.tools.find(({ name }) => own.some((pattern) => fitsPattern(pattern, name)));
  if (!taken) return undefined;
  return `The agent of flow '${flow.slug}' has a tool named '${taken.name}' already: give yours another name`;
}
