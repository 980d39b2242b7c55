import { readFileSync } from 'node:fs';
import type { Config } from '../../config.js';
import type { EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import type { TeamClientOptions, TemporalOptions } from '../../temporal/team-options.js';
import { findProjectFile, loadProject } from './load-project.js';

/** Prefers the environment's keys. */
export async function findEncryption(
  config: Pick<Config, 'encryption' | 'model'>,
): Promise<EncryptionOptions | undefined> {
  return (await findClientSettings(config)).encryption;
}

export async function findClientSettings(config: Pick<Config, 'encryption' | 'model'>): Promise<{
  encryption?: EncryptionOptions | undefined;
  temporalClient?: TeamClientOptions | undefined;
}> {
  const { encryption, temporal } = await findSettings(config);
  return { encryption, temporalClient: temporal?.client };
}

export async function findSettings({ encryption, model }: Pick<Config, 'encryption' | 'model'>): Promise<{
  encryption?: EncryptionOptions | undefined;
  temporal?: TemporalOptions | undefined;
}> {
  const folder = process.cwd();
  const file = findProjectFile(folder);
  // Searches the file's text first, because loading a project takes most of a second.
  const text = file === undefined ? '' : readFileSync(file, 'utf8');
  const isNeeded = (!encryption && text.includes('encryption')) || /\btemporal\b/.test(text);
  if (!isNeeded) return { encryption };
  const { project } = await loadProject({ folder, model });
  return { encryption: encryption ?? project.encryption, temporal: project.temporal };
}
