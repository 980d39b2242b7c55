import { createIdentifyUser } from '../activities/memory/identify-user.js';
import { createMemoryRead } from '../activities/memory/memory-read.js';
import { createMemoryWrite } from '../activities/memory/memory-write.js';
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
  const { db } = project;
  const memoryTools = [createIdentifyUser(db), createMemoryRead(db), createMemoryWrite(db)];
  const builtIn = [...memoryTools, spawnTool, updateState];
  const names = new Set(builtIn.map(({ name }) => name));
  const hidden = project.tools.find(({ name }) => names.has(name));
  if (hidden)
    throw new Error(`Tool '${hidden.name}' has the name of a built-in tool: give yours another name`);
  return createToolRegistry([...project.tools, ...builtIn], project.sources);
}
