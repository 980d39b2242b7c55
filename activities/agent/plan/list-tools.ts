import type { CallInput } from '../../../context/call/call-input.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import { findPlannedTools } from '../../../store/calls/find-planned-tools.js';
import type { Database } from '../../../store/database.js';
import type { ToolRegistry, ToolSchema } from '../../../extend/tools/tool-registry.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { createMissingOnWorker } from '../../missing-on-worker.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import type { LoadedNode } from './load-node.js';

export type OfferedTools = Pick<CallInput, 'tools' | 'finders' | 'readers'>;

interface ListedCall {
  execution: { id: number };
  node: LoadedNode;
  step: number;
}

export function createListTools(
  dependencies: Pick<ActivityDependencies, 'db' | 'tools' | 'self' | 'timing'>,
) {
  const { db, tools } = dependencies;
  const missingOnWorker = createMissingOnWorker(dependencies);
  const readers = createArtifactTools(db).schemas();
  const finders = createHistoryTools(db);

  return async function listTools(call: ListedCall): Promise<OfferedTools> {
    const { config, callerTools, offersHistory, threadDepth } = call.node;
    const missing = config.tools?.find((name) => !tools.knows(name));
    if (missing !== undefined) throw await missingOnWorker({ what: 'tool', name: missing });
    const planned = await loadPlannedTools(db, { ...call, tools });
    return {
      tools: [...tools.schemas(config.tools ?? [], planned), ...toSchemas(callerTools)],
      finders: offersHistory ? finders.schemas(threadDepth) : [],
      readers,
    };
  };
}

/** Loads the tools of the run's earlier plan, because an MCP server's tools may change during a run. */
async function loadPlannedTools(
  db: Database,
  { tools, execution, node, step }: ListedCall & { tools: ToolRegistry },
): Promise<readonly ToolSchema[] | undefined> {
  const { base, config } = node;
  if (step <= base + 1 || !tools.mayChange(config.tools ?? [])) return undefined;
  const json = await findPlannedTools(db, { executionId: execution.id, afterStep: base, beforeStep: step });
  return json === undefined ? undefined : (JSON.parse(json) as ToolSchema[]);
}

/** Adds `properties`, because some providers reject an object schema without it. */
function toSchemas(given: CallerTools | undefined): ToolSchema[] {
  return (given?.tools ?? []).map(({ inputSchema, ...tool }) => ({
    ...tool,
    inputSchema: { properties: {}, ...inputSchema },
  }));
}
