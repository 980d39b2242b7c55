import { z } from 'zod';
import type { JsonValue } from '../../trajectory/graph/trajectory-node.js';
import { defineTool } from './define-tool.js';

const TEXT = z.string().trim().min(1).max(500);
const INPUT = z.object({
  goal: TEXT.optional().describe('What you are to reach'),
  status: TEXT.optional().describe('Where you stand'),
  plan: z
    .array(
      z.object({
        item: z.string().trim().min(1).max(200),
        status: z.enum(['open', 'doing', 'done', 'dropped']),
      }),
    )
    .max(30)
    .optional()
    .describe('All items of your plan, in order; it replaces the plan before'),
  belief: TEXT.optional().describe('What you take to be true'),
  uncertainty: TEXT.optional().describe('What you are not sure of'),
  next: z.array(TEXT).max(10).optional().describe('What you could do next'),
  feedback: TEXT.optional().describe('What you were told about your work'),
  why: z.string().max(500).optional().describe('Why it changed'),
});

/**
 * Lets a model record its plan, goal, status and beliefs as fields of its State in the trajectory. Fields
 * carry over to later States until they change. An agent has this tool if its `tools` list names it.
 */
export const updateState = defineTool({
  name: 'update_state',
  description:
    'Notes where you stand: your goal, plan, status, beliefs and doubts. Call it when they change; give only what changed, but the plan whole.',
  input: INPUT,
  retry: 'safe',
  async execute({ why, status, next, ...noted }, { trajectory }) {
    const changes: Record<string, JsonValue | undefined> = {
      ...noted,
      currentStatus: status,
      availableActions: next,
    };
    const names = Object.keys(changes).filter((name) => changes[name] !== undefined);
    if (names.length === 0) throw new Error('nothing was given to note');
    const { self, edges } = await trajectory.view();
    const state = edges.find(({ to }) => to === self)?.from ?? '';
    await trajectory.modify(state, changes, { why });
    const { plan = [] } = noted;
    const done = plan.filter((step) => step.status === 'done').length;
    return plan.length === 0 ? 'Noted' : `Noted; ${done} of ${plan.length} items of the plan are done`;
  },
});
