import { z } from 'zod';
import { definePageTool, defineTool } from '../../../../extend/tools/define-tool.js';

export const tools = [
  definePageTool({ name: 'choose', description: 'Asks which one', input: z.object({ of: z.string() }) }),
  definePageTool({ name: 'measure', description: 'Measures the window', input: z.object({}) }),
  defineTool({
    name: 'pay',
    description: 'Pays',
    input: z.object({ amount: z.number() }),
    approve: true,
    execute: ({ amount }) => Promise.resolve({ paid: amount }),
  }),
  defineTool({
    name: 'note',
    description: 'Notes',
    input: z.object({}),
    execute: () => Promise.resolve({ noted: true }),
  }),
  defineTool({
    name: 'look',
    description: 'Looks for a second',
    input: z.object({}),
    execute: () => new Promise((resolve) => setTimeout(resolve, 1_000, { seen: true })),
  }),
];
