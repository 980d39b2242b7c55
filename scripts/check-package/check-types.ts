import { compile } from '../compiler.js';

const FOREIGN = /node_modules\/(?!threadline\/(?!.*\/node_modules\/))/;

/** Skips other packages: Temporal's client fails `exactOptionalPropertyTypes`. */
export function checkTypes(project: string, config: string): string {
  const problems = compile(config, project).filter((line) => /^\S/.test(line) && !FOREIGN.test(line));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return '';
}
