import { z } from 'zod';
import { budgetProblem, type Budget } from '../../protocol/budget.js';
import type { FlowDefinition } from '../definition.js';
import { listField, strictFields } from '../schema/fields.js';
import { FLOW_HEAD_FIELDS } from '../flow-schema.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import type { FlowProblem } from './flow-problem.js';
import { issueProblems } from './issue-problems.js';
import { isRecord } from '../../protocol/is-record.js';

const HEAD_SCHEMA = strictFields({
  ...FLOW_HEAD_FIELDS,
  budget: z.unknown().optional(),
  nodes: listField(z.unknown(), { what: 'nodes', max: FLOW_LIMITS.nodes }),
  edges: listField(z.unknown(), { what: 'edges', max: FLOW_LIMITS.edges }),
});
const BUDGET = z.custom<Budget>((value) => !budgetProblem(value)).optional();

export type FlowHead = Omit<FlowDefinition, 'nodes' | 'edges'>;

export function readHead(definition: unknown): {
  problems: readonly FlowProblem[];
  head?: FlowHead;
} {
  const parsed = HEAD_SCHEMA.safeParse(definition);
  if (!parsed.success) {
    const budget = isRecord(definition) ? definition['budget'] : undefined;
    const problems = issueProblems(parsed.error.issues, { definition, base: [] });
    return { problems: [...problems, ...budgetProblems(budget)] };
  }
  const { nodes: _nodes, edges: _edges, budget: given, ...head } = parsed.data;
  const budget = BUDGET.safeParse(given);
  if (!budget.success) return { problems: budgetProblems(given) };
  return { problems: [], head: { ...head, ...(budget.data && { budget: budget.data }) } };
}

function budgetProblems(budget: unknown): FlowProblem[] {
  const message = budget === undefined ? undefined : budgetProblem(budget);
  return message === undefined ? [] : [{ severity: 'error', field: 'budget', message }];
}
