import type { Config } from '../../config.js';
import type { FlowContext } from '../../flow/validation/check-registered.js';
import { listTriggers } from '../../flow/graph/list-triggers.js';
import { createModelRegistry } from '../../models/registry.js';
import { findProjectFile, loadProject } from './load-project.js';
import { readToolNames } from './read-tool-names.js';

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
  return {
    tools: await readToolNames(project),
    customKinds: (project.nodes ?? []).map(({ kind }) => kind),
    providers: createModelRegistry({ ...config.model, custom: project.models }).providers,
    flows: project.flows.map(({ slug }) => slug),
    triggers: listTriggers(project.flows),
  };
}
