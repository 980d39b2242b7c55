import { z } from 'zod';
import { schemaProblem } from './schema/schema-problem.js';

export const OUTPUT = z
  .record(z.string(), z.unknown(), 'it must be a JSON Schema')
  .check(({ value, issues }) => {
    const problem = schemaProblem(value);
    if (problem) issues.push({ code: 'custom', input: value, message: `it ${problem}` });
  });
