import type { Config } from '../../config.js';
import { findProjectFile, loadProject } from './load-project.js';

/**
 * Finds the folder that rounds are exported to: that of the project in the current folder, else the environment's;
 * undefined: rounds are not exported. Throws a sentence when the project's file cannot be loaded.
 */
export async function findTrajectoryFolder(
  config: Pick<Config, 'trajectoryFolder' | 'model'>,
): Promise<string | undefined> {
  const folder = process.cwd();
  if (findProjectFile(folder) === undefined) return config.trajectoryFolder;
  const { project } = await loadProject({ folder, model: config.model });
  return project.trajectoryFolder ?? config.trajectoryFolder;
}
