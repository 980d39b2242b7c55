import { z } from 'zod';
import type { ProjectConfig } from '../../../../define-config.js';
import { defineFlow } from '../../../../flow/builder/define-flow.js';
import { agent, chat } from '../../../../flow/kinds/node-kinds.js';
import { calculate } from '../../../../extend/tools/calculate.js';
import { currentTime } from '../../../../extend/tools/current-time.js';
import { defineTool, type ToolDefinition } from '../../../../extend/tools/define-tool.js';
import { pacedModel } from './paced-model.js';

export type Build = 'old' | 'new';

const pay = defineTool({
  name: 'pay',
  description: 'Pays.',
  input: z.object({}),
  approve: true,
  execute: () => 'paid',
});

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks an order up.',
  input: z.object({ order: z.string() }),
  execute: ({ order }) => order,
});

const TOOLS: Readonly<Record<Build, readonly ToolDefinition[]>> = {
  old: [currentTime, calculate, pay],
  new: [currentTime, calculate, pay, lookUp],
};

export function projectOf(build: Build): ProjectConfig {
  const tools = TOOLS[build];
  const names = tools.map(({ name }) => name);
  const flow = defineFlow({
    slug: 'assistant',
    name: 'Assistant',
    nodes: { chat: chat(), agent: agent({ model: 'paced:paced', tools: names }) },
    edges: [['chat', 'agent']],
  });
  return { flows: [{ ...flow, history: { summaries: false } }], tools, models: { paced: pacedModel } };
}
