import { findPlannedTools } from '../../../store/calls/find-planned-tools.js';
import type { Database } from '../../../store/database.js';
import type { ToolRegistry, ToolSchema } from '../../../tools/tool-registry.js';
import type { LoadedNode } from './load-node.js';

/**
 * Loads the tools that a run's first call was offered, where a server may offer others by now: a run keeps the tools it
 * was planned with. Undefined: none of its tools may change, or this is the first call.
 */
export async function loadPlannedTools(
  { db, tools }: { db: Database; tools: ToolRegistry },
  { execution, node, step }: { execution: { id: number }; node: LoadedNode; step: number },
): Promise<readonly ToolSchema[] | undefined> {
  const { base, config } = node;
  if (step <= base + 1 || !tools.mayChange(config.tools ?? [])) return undefined;
  const json = await findPlannedTools(db, { executionId: execution.id, afterStep: base, beforeStep: step });
  // Parse boundary: our own JSON, written of tool schemas when the call was planned.
  return json === undefined ? undefined : (JSON.parse(json) as ToolSchema[]);
}
