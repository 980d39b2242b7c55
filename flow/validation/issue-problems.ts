import type { z } from 'zod';
import type { FlowProblem } from './flow-problem.js';
import { fieldName, valueAt, type Path } from './path.js';
import { shown } from '../values/shown.js';
import { subjectAt } from './subject.js';
import { suggestion } from './suggestion.js';

export function issueProblems(
  issues: readonly z.core.$ZodIssue[],
  { definition, base }: { definition: unknown; base: Path },
): FlowProblem[] {
  const problems = issues.flatMap((issue) => {
    const path = [...base, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
    if (issue.code !== 'unrecognized_keys') return [valueProblem(definition, path, issue.message)];
    return issue.keys.map((key) => unknownField(definition, [...path, key], issue.message));
  });
  const messages = new Set<string>();
  return problems.filter(({ message }) => !messages.has(message) && messages.add(message));
}

function unknownField(definition: unknown, path: Path, known: string): FlowProblem {
  const { name, ids, inside } = subjectAt(definition, path);
  const field = fieldName(inside);
  const meant = suggestion(String(inside.at(-1)), known.split(', '));
  const message = `${name} has an unknown field '${field}'${meant}; known fields: ${known || 'none'}`;
  return { severity: 'error', ...ids, field, message };
}

function valueProblem(definition: unknown, path: Path, remedy: string): FlowProblem {
  const { name, ids, inside } = subjectAt(definition, path);
  const field = fieldName(inside);
  const value = valueAt(definition, path);
  if (field === '') return { severity: 'error', ...ids, message: `${name} is ${shown(value)}; ${remedy}` };
  const has = value === undefined ? `has no field '${field}'` : `has ${shown(value)} in field '${field}'`;
  return { severity: 'error', ...ids, field, message: `${name} ${has}; ${remedy}` };
}
