import type { ProjectConfig } from '../../define-config.js';

/** Reads the names of a project's tools, the built-in ones among them. Needs no database. */
export async function readToolNames({ tools = [] }: ProjectConfig): Promise<readonly string[]> {
  const { createTools } = await import('../../worker/create-tools.js');
  const { openDatabase } = await import('../../store/database.js');
  // Creating tools takes a database; only their names are read, so it is never connected to.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'threadline command' });
  try {
    return createTools({ db, tools }).names();
  } finally {
    await db.destroy();
  }
}
