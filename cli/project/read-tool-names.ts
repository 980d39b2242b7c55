import type { ProjectConfig } from '../../define-config.js';
import type { ToolSource } from '../../extend/tools/tool-registry.js';

export async function readToolNames({ tools = [], mcp }: ProjectConfig): Promise<readonly string[]> {
  const { createTools } = await import('../../worker/create-tools.js');
  const { openDatabase } = await import('../../store/database.js');
  // Never connected, because only names are read.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'threadline command' });
  try {
    const sources = Object.keys(mcp ?? {}).map(toPlannedSource);
    return createTools({ db, tools, sources }).names();
  } finally {
    await db.destroy();
  }
}

/** The MCP server is not started, so only its tools' prefix is known. */
function toPlannedSource(name: string): ToolSource {
  return { prefix: `${name}__`, find: () => undefined, schemas: () => [] };
}
