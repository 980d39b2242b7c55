import { readFileSync } from 'node:fs';
import type { Config } from '../../config.js';
import type { EncryptionOptions } from '../../encryption/read-key-ring.js';
import { findProjectFile, loadProject } from './load-project.js';

/**
 * Finds where the keys are: the environment says, else the project in the current folder; undefined: nothing is encrypted.
 * Throws a sentence when the project's file cannot be loaded.
 */
export async function findEncryption(
  config: Pick<Config, 'encryption' | 'model'>,
): Promise<EncryptionOptions | undefined> {
  if (config.encryption !== undefined) return config.encryption;
  const folder = process.cwd();
  const file = findProjectFile(folder);
  // To load a project takes most of a second, which every command would pay for the few that encrypt.
  if (file === undefined || !readFileSync(file, 'utf8').includes('encryption')) return undefined;
  return (await loadProject({ folder, model: config.model })).project.encryption;
}
