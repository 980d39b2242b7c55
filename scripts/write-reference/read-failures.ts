import { readFile } from 'node:fs/promises';
import { ThreadlineError } from '../../client/threadline-error.js';
import { describeProblem } from '../../packages/gateway/errors/describe-problem.js';
import { FAILURE_TYPES } from '../../protocol/failure-types.js';

export interface Failure {
  type: string;
  status: number;
  text: string;
}

const SOURCE = new URL('../../protocol/failure-types.ts', import.meta.url);

export async function readFailures(): Promise<Failure[]> {
  const source = await readFile(SOURCE, 'utf8');
  const comments = [...source.matchAll(/\/\*\* (.+) \*\/\n {2}'([\w.]+)',/g)];
  const texts = new Map(comments.map(([, text = '', type = '']) => [type, text]));
  return FAILURE_TYPES.map((type) => {
    const text = texts.get(type);
    if (text === undefined) throw new Error(`Failure type '${type}' has no comment of one line above it`);
    return { type, status: describeProblem(new ThreadlineError(type, '')).status, text };
  });
}
