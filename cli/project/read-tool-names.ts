import type { ProjectConfig } from '../../define-config.js';
import type { ToolSource } from '../../tools/tool-registry.js';

/** Reads the names of a project's tools, the built-in ones among them. Needs no database, and starts no server. */
export async function readToolNames({ tools = [], mcp }: ProjectConfig): Promise<readonly string[]> {
  const { createTools } = await import('../../worker/create-tools.js');
  const { openDatabase } = await import('../../store/database.js');
  // Creating tools takes a database; only their names are read, so it is never connected to.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'threadline command' });
  try {
    const sources = Object.keys(mcp ?? {}).map(toPlannedSource);
    return createTools({ db, tools, sources }).names();
  } finally {
    await db.destroy();
  }
}

/** A server that is not started: only what its tools' names begin with is known. */
function toPlannedSource(name: string): ToolSource {
  return { prefix: `${name}__`, find: () => undefined, schemas: () => [] };
}
