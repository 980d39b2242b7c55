import { z } from 'zod';
import {
  defineNode,
  definePageTool,
  defineTool,
  type NodeContext,
  type ToolContext,
} from '../../../index.js';
import { example } from './example.js';

const base = {
  name: 'look_up_order',
  description: 'Finds an order.',
  input: z.object({ id: z.number() }),
  execute: () => 'shipped',
};
const node = { kind: 'custom:upper', config: z.object({ text: z.string() }), execute: () => '' } as const;
declare const context: ToolContext;
declare const run: NodeContext;

example('ToolDefinition.name', () => {
  defineTool({ ...base, name: 'look_up_order' });
});
example('ToolDefinition.description', () => {
  defineTool({ ...base, description: 'Finds an order by its number and gives its state.' });
});
example('ToolDefinition.input', () => {
  defineTool({ ...base, input: z.object({ id: z.number().describe('Number of the order.') }) });
});
example('ToolDefinition.execute', () => {
  const execute = async ({ id }: { id: number }) => (await fetch(`https://shop.example/orders/${id}`)).json();
  defineTool({ ...base, execute });
});
example('ToolDefinition.touches', () => {
  defineTool({ ...base, touches: ({ id }) => [{ type: 'Table', name: `orders ${id}`, how: 'read' }] });
});
example('ToolDefinition.retry', () => {
  defineTool({ ...base, retry: { attempts: 5, initialMs: 500 } });
});
example('ToolDefinition.timeoutMs', () => {
  defineTool({ ...base, timeoutMs: 20_000 });
});
example('ToolDefinition.concurrency', () => {
  defineTool({ ...base, concurrency: 4 });
});
example('ToolContext.idempotencyKey', () => {
  const headers = { 'idempotency-key': context.idempotencyKey };
  return fetch('https://pay.example/refunds', { method: 'POST', headers });
});
example('ToolContext.abortSignal', () => {
  return fetch('https://shop.example/orders', { signal: context.abortSignal });
});
example('ToolContext.user', () => {
  if (context.user === null) throw new Error('This needs a user');
});
example('ToolContext.executionId', () => {
  context.log.info('called', { executionId: context.executionId });
});
example('ToolContext.conversationId', () => {
  const isInChat = context.conversationId !== null;
  return isInChat ? 'short' : 'long';
});
example('ToolContext.turnId', () => {
  context.log.info('called', { turnId: context.turnId });
});
example('ToolContext.artifacts', async () => {
  const { name } = await context.artifacts.save({ name: 'orders.csv', content: 'id,total\n7,12' });
  return `All orders are in artifact:${name}`;
});
example('ToolContext.touch', () => {
  context.touch({ type: 'Table', name: 'orders', how: 'written' });
});
example('ToolContext.trajectory', async () => {
  const graph = await context.trajectory.view();
  await context.trajectory.modify(graph.self, { rows: 12 }, { why: 'counted' });
});
example('ToolContext.log', () => {
  context.log.warn('the shop answers slowly', { tookMs: 4_000 });
});
example('NodeDefinition.kind', () => {
  defineNode({ ...node, kind: 'custom:upper' });
});
example('NodeDefinition.description', () => {
  defineNode({ ...node, description: 'Puts a text into capitals.' });
});
example('NodeDefinition.config', () => {
  defineNode({ ...node, config: z.object({ text: z.string() }) });
});
example('NodeDefinition.execute', () => {
  defineNode({ ...node, execute: ({ text }) => text.toUpperCase() });
});
example('NodeContext.nodes', () => {
  const order = run.nodes['order'];
  return order;
});
example('NodeContext.trigger', () => {
  const { text, user } = run.trigger;
  return `${user}: ${text}`;
});
example('NodeContext.loop', () => {
  return run.loop ? `${run.loop.index + 1} of ${run.loop.total}` : 'once';
});
example('NodeContext.idempotencyKey', () => {
  const headers = { 'idempotency-key': run.idempotencyKey };
  return fetch('https://pay.example/refunds', { method: 'POST', headers });
});
example('NodeContext.abortSignal', () => {
  return fetch('https://shop.example/orders', { signal: run.abortSignal });
});
example('NodeContext.user', () => {
  if (run.user === null) throw new Error('This needs a user');
});
example('NodeContext.executionId', () => {
  run.log.info('run', { executionId: run.executionId });
});
example('NodeContext.nodeId', () => {
  run.log.info('run', { node: run.nodeId });
});
example('NodeContext.touch', () => {
  run.touch({ type: 'Table', name: 'orders' });
});
example('NodeContext.trajectory', async () => {
  const graph = await run.trajectory.view();
  await run.trajectory.modify(graph.self, { rows: 12 });
});
example('NodeContext.log', () => {
  run.log.info('done', { rows: 12 });
});
example('ToolDefinition.approve', () => {
  defineTool({ ...base, approve: { by: 'staff' } });
  // Only large ones need approval, and the largest a second person.
  defineTool({ ...base, approve: { by: ({ id }) => (id > 1_000 ? 'staff' : null), quorum: 2 } });
});
example('ToolDefinition.runsIn', () => {
  definePageTool({ name: 'measure', description: 'Measures the window.', input: z.object({}) });
});

example('ToolDefinition.approvalSeconds', () => {
  defineTool({ ...base, approve: true, approvalSeconds: 3_600 });
});
example('ToolDefinition.reuse', () => {
  defineTool({ ...base, retry: 'safe', reuse: 'never' });
});
example('ToolContext.progress', () => {
  context.progress('12 of 40 orders');
});
