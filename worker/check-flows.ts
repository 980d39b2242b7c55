import { readWindow } from '../activities/agent/node-model.js';
import { compactionProblem } from '../context/plan/is-compaction-due.js';
import type { ContextSettings } from '../context/plan/settings.js';
import type { FlowDefinition } from '../flow/definition.js';
import { agentConfig, callsModel } from '../flow/kinds/model-node.js';
import { assembleContext } from '../flow/validation/assemble-context.js';
import type { FlowContext } from '../flow/validation/check-registered.js';
import type { FlowProblem } from '../flow/validation/flow-problem.js';
import { validateFlow } from '../flow/validation/validate-flow.js';
import type { ModelRegistry } from '../models/model-registry.js';
import type { NodeRegistry } from '../extend/nodes/node-registry.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';

/** Throws if a flow is invalid, or if its maximum output is so large that every call would be compacted. */
export function checkFlows(
  flows: readonly FlowDefinition[],
  {
    tools,
    nodes,
    models,
    context,
    stored,
  }: {
    tools: Pick<ToolRegistry, 'names'>;
    nodes: Pick<NodeRegistry, 'kinds'>;
    models: Pick<ModelRegistry, 'providers'>;
    context: ContextSettings;
    stored?: FlowContext['triggers'];
  },
): string[] {
  const registered = { tools: tools.names(), customKinds: nodes.kinds(), providers: models.providers };
  const known = assembleContext({ registered, stored, project: flows });
  const warnings: string[] = [];
  for (const flow of flows) {
    const { problems } = validateFlow(flow, known);
    const words = ({ message }: FlowProblem): string => `Flow '${flow.slug}': ${message}`;
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(errors.map(words).join('; '));
    warnings.push(...problems.map(words));
    checkWindows(flow, context);
  }
  return warnings;
}

function checkWindows({ slug, nodes }: FlowDefinition, context: ContextSettings): void {
  for (const node of nodes) {
    if (!callsModel(node)) continue;
    const problem = compactionProblem(
      { isOn: context.isCompactionOn, pct: context.compactionPct },
      readWindow(agentConfig(node)),
    );
    if (problem) throw new Error(`Node '${node.id}' of flow '${slug}': ${problem}`);
  }
}
