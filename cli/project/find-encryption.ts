import { readFileSync } from 'node:fs';
import type { Config } from '../../config.js';
import type { EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import type { TeamClientOptions } from '../../temporal/team-options.js';
import { findProjectFile, loadProject } from './load-project.js';

/** The environment's keys, else the project's. Absent: no encryption. */
export async function findEncryption(
  config: Pick<Config, 'encryption' | 'model'>,
): Promise<EncryptionOptions | undefined> {
  return (await findClientSettings(config)).encryption;
}

export async function findClientSettings({
  encryption,
  model,
}: Pick<Config, 'encryption' | 'model'>): Promise<{
  encryption?: EncryptionOptions | undefined;
  temporalClient?: TeamClientOptions | undefined;
}> {
  const folder = process.cwd();
  const file = findProjectFile(folder);
  // Loading a project takes most of a second.
  const text = file === undefined ? '' : readFileSync(file, 'utf8');
  const isNeeded = (encryption === undefined && text.includes('encryption')) || /\btemporal\b/.test(text);
  if (!isNeeded) return { encryption };
  const { project } = await loadProject({ folder, model });
  return { encryption: encryption ?? project.encryption, temporalClient: project.temporal?.client };
}
