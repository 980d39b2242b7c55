import { readFileSync } from 'node:fs';
import type { Config } from '../../config.js';
import type { EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import { findProjectFile, loadProject } from './load-project.js';

/**
 * Finds the encryption keys: from the environment, else the current folder's project. Absent: no encryption.
 * Throws a sentence when the project cannot be loaded.
 */
export async function findEncryption(
  config: Pick<Config, 'encryption' | 'model'>,
): Promise<EncryptionOptions | undefined> {
  if (config.encryption !== undefined) return config.encryption;
  const folder = process.cwd();
  const file = findProjectFile(folder);
  // Loading a project takes most of a second, which only commands that encrypt should pay.
  if (file === undefined || !readFileSync(file, 'utf8').includes('encryption')) return undefined;
  return (await loadProject({ folder, model: config.model })).project.encryption;
}
