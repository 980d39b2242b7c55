import { createMemoryTools } from '../activities/memory/index.js';
import { spawnTool } from '../activities/nodes/spawn/spawn-tool.js';
import type { Database } from '../store/database.js';
import type { ToolDefinition } from '../extend/tools/define-tool.js';
import { updateState } from '../extend/tools/update-state.js';
import { createToolRegistry, type ToolRegistry, type ToolSource } from '../extend/tools/tool-registry.js';

export function createTools(project: {
  db: Database;
  tools: readonly ToolDefinition[];
  sources?: readonly ToolSource[];
}): ToolRegistry {
  const builtIn = [...createMemoryTools(project.db), spawnTool, updateState];
  const names = new Set(builtIn.map(({ name }) => name));
  const hidden = project.tools.find(({ name }) => names.has(name));
  if (hidden)
    throw new Error(`Tool '${hidden.name}' has the name of a built-in tool: give yours another name`);
  return createToolRegistry([...project.tools, ...builtIn], project.sources);
}
