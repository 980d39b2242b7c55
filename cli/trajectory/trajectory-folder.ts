import type { Config } from '../../config.js';
import { findProjectFile, loadProject } from '../project/load-project.js';

/**
 * The folder that rounds are exported to: that of the project in the current folder, else the environment's; undefined:
 * they are not exported. Throws what is wrong with the project's file.
 */
export async function trajectoryFolder(
  config: Pick<Config, 'trajectoryFolder' | 'model'>,
): Promise<string | undefined> {
  const folder = process.cwd();
  if (findProjectFile(folder) === undefined) return config.trajectoryFolder;
  const { project } = await loadProject({ folder, model: config.model });
  return project.trajectoryFolder ?? config.trajectoryFolder;
}
