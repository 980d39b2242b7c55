import type { Config } from '../../config.js';
import type { FlowContext } from '../../flow/validation/check-registered.js';
import { findProjectFile, loadProject } from './load-project.js';

/**
 * Loads what the project in a folder registers: its tools with the built-in ones, its kinds of nodes, its flows.
 * Undefined: the folder has no project file. Needs no database.
 */
export async function loadProjectContext(
  config: Config,
  folder: string,
): Promise<Required<FlowContext> | undefined> {
  if (findProjectFile(folder) === undefined) return undefined;
  const { project } = await loadProject({ folder, model: config.model });
  const { createTools } = await import('../../worker/create-tools.js');
  const { openDatabase } = await import('../../store/database.js');
  // Creating tools takes a database; only their names are read, so it is never connected to.
  const db = openDatabase({ url: 'postgres://127.0.0.1:1/none', applicationName: 'threadline command' });
  try {
    return {
      tools: createTools({ db, tools: project.tools ?? [] }).names(),
      customKinds: (project.nodes ?? []).map(({ kind }) => kind),
      flows: project.flows.map(({ slug }) => slug),
    };
  } finally {
    await db.destroy();
  }
}
