import type { Config } from '../../config.js';
import { findProjectFile, loadProject } from './load-project.js';

export async function findTrajectoryFolder(
  config: Pick<Config, 'trajectoryFolder' | 'model'>,
): Promise<string | undefined> {
  const folder = process.cwd();
  if (findProjectFile(folder) === undefined) return config.trajectoryFolder;
  const { project } = await loadProject({ folder, model: config.model });
  return project.trajectoryFolder ?? config.trajectoryFolder;
}
