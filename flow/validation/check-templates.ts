import type { FlowProblem } from './flow-problem.js';
import type { ReadTemplate } from './read-templates.js';
import { cut } from '../values/shown.js';

export function checkTemplates(templates: readonly ReadTemplate[]): FlowProblem[] {
  return templates.flatMap(({ node, field, problem }): FlowProblem[] => {
    if (!problem) return [];
    const message = `Node '${cut(node)}' has an invalid template in field '${field}': ${problem}`;
    return [{ severity: 'error', node, field, message }];
  });
}
