import { z } from 'zod';
import type { JsonValue } from '../../trajectory/graph/trajectory-node.js';
import { defineTool } from './define-tool.js';

const TEXT = z.string().trim().min(1).max(500);
const INPUT = z.object({
  goal: TEXT.optional().describe('Your goal'),
  status: TEXT.optional().describe('Your current status'),
  plan: z
    .array(
      z.object({
        item: z.string().trim().min(1).max(200),
        status: z.enum(['open', 'doing', 'done', 'dropped']),
      }),
    )
    .max(30)
    .optional()
    .describe('All items of your plan, in order; replaces the earlier plan'),
  belief: TEXT.optional().describe('What you believe to be true'),
  uncertainty: TEXT.optional().describe('What you are unsure about'),
  next: z.array(TEXT).max(10).optional().describe('What you could do next'),
  feedback: TEXT.optional().describe('Feedback on your work'),
  why: z.string().max(500).optional().describe('Why it changed'),
});

export const updateState = defineTool({
  name: 'update_state',
  description:
    'Records your goal, plan, status, beliefs and doubts. Call it when they change, with only the changed fields, but always with the whole plan.',
  input: INPUT,
  retry: 'safe',
  async execute({ why, status, next, ...noted }, { trajectory }) {
    const changes: Record<string, JsonValue | undefined> = {
      ...noted,
      currentStatus: status,
      availableActions: next,
    };
    const names = Object.keys(changes).filter((name) => changes[name] !== undefined);
    if (names.length === 0) throw new Error('no field was given');
    const { self, edges } = await trajectory.view();
    const state = edges.find(({ to }) => to === self)?.from ?? '';
    await trajectory.modify(state, changes, { why });
    const { plan = [] } = noted;
    const done = plan.filter((step) => step.status === 'done').length;
    return plan.length === 0 ? 'Noted' : `Noted; ${done} of ${plan.length} items of the plan are done`;
  },
});
