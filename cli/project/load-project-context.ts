import type { Config } from '../../config.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { Registered } from '../../flow/validation/assemble-context.js';
import { createNodeRegistry } from '../../extend/nodes/node-registry.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { findProjectFile, importProject } from './load-project.js';
import { readToolNames } from './read-tool-names.js';

export interface ProjectContext {
  registered: Registered;
  project: readonly FlowDefinition[];
}

export async function loadProjectContext(
  config: Pick<Config, 'model'>,
  folder: string,
): Promise<ProjectContext | undefined> {
  const file = findProjectFile(folder);
  return file === undefined ? undefined : readProjectContext(config, file);
}

export async function readProjectContext(
  config: Pick<Config, 'model'>,
  file: string,
): Promise<ProjectContext> {
  const project = await importProject(file);
  const registered = {
    tools: await readToolNames(project),
    customKinds: createNodeRegistry(project.nodes ?? [], project.workflows).kinds(),
    providers: createModelRegistry({ ...config.model, custom: project.models }).providers,
  };
  return { registered, project: project.flows };
}
