import type { Config } from '../../config.js';
import { createModelRegistry, type ModelRegistry } from '../../models/model-registry.js';
import { findProjectFile, loadProject } from './load-project.js';

export async function openModels(config: Config): Promise<ModelRegistry> {
  const folder = process.cwd();
  if (findProjectFile(folder) === undefined) return createModelRegistry(config.model);
  const { project } = await loadProject({ folder, model: config.model });
  return createModelRegistry({ ...config.model, custom: project.models });
}
