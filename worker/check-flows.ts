import { windowOf } from '../activities/agent/window-of.js';
import { compactionProblem } from '../context/compaction/is-compaction-due.js';
import type { ContextSettings } from '../context/settings.js';
import { budgetProblem } from '../flow/budget.js';
import type { FlowDefinition } from '../flow/definition.js';
import type { ToolRegistry } from '../tools/tool-registry.js';

/**
 * Throws a sentence naming the flow and the node where a flow could not run: a tool that is not registered, a
 * budget that is none, an output maximum that would compact before every call.
 */
export function checkFlows(
  flows: readonly FlowDefinition[],
  { tools, context }: { tools: ToolRegistry; context: ContextSettings },
): void {
  for (const { slug, nodes, budget } of flows) {
    const spending = budget === undefined ? undefined : budgetProblem(budget);
    if (spending !== undefined) throw new Error(`Flow '${slug}': ${spending}`);
    for (const { id, ...node } of nodes) {
      if (node.kind !== 'agent') continue;
      tools.schemas(node.config.tools ?? []);
      const problem = compactionProblem(
        { isOn: context.isCompactionOn, pct: context.compactionPct },
        windowOf(node.config),
      );
      if (problem !== undefined) throw new Error(`Node '${id}' of flow '${slug}': ${problem}`);
    }
  }
}
