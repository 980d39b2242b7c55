import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { connect } from '../../../index.js';
import { callPlanner } from '../../../packages/gateway/index.js';
import { client, conversation, executionId } from './shared.js';
import { example } from './example.js';

const start = { flow: 'research', text: 'Tides in fiction' };

example('Executions.start', async () => {
  const { executionId, result } = await client.executions.start({
    flow: 'research',
    text: 'Tides',
    user: 'ada',
  });
  console.log(executionId, await result());
});
example('Executions.get', async () => {
  const { status, answer } = await client.executions.get(executionId);
  console.log(status, answer);
});
example('Executions.details', async () => {
  const details = await client.executions.details(executionId);
  console.log(details);
});
example('Executions.calls', async () => {
  const calls = await client.executions.calls(executionId);
  console.log(calls.length);
});
example('Executions.explain', async () => {
  const [call] = await client.executions.explain(executionId);
  console.log(call);
});
example('Executions.node', async () => {
  const { inputs, outputs } = await client.executions.node(executionId, 'agent');
  for (const { nodeId, value } of inputs) console.log(nodeId, value?.text);
  for (const { iteration, value } of outputs) console.log(iteration, value?.text);
});

example('ConnectOptions.planner', async () => {
  await connect({ planner: callPlanner });
});
example('Executions.planCall', async () => {
  const [call] = await client.executions.explain('conversation/assistant/ada/turn/4');
  if (!call) return;
  const { was, would } = await client.executions.planCall(call.callId, { history: { messages: 20 } });
  console.log(was.cost, would.cost);
  for (const { words, messages, tokens } of would.left) console.log(messages, tokens, words);
});

example('Executions.trajectory', async () => {
  const { agents } = await client.executions.trajectory(executionId);
  console.log(agents);
});
example('Executions.stream', async () => {
  for await (const event of client.executions.stream(executionId, { hasNodes: true }))
    console.log(event.type);
});
example('Executions.waterfall', async () => {
  const { rows } = await client.executions.waterfall(executionId);
  for (const { label, startedAt, finishedAt } of rows) console.log(label, startedAt, finishedAt);
});
example('Executions.step', async () => {
  const { tools } = await client.executions.step(executionId, 1);
  for (const { name, input, output } of tools) console.log(name, input?.text, output?.text);
});
example('Executions.tree', async () => {
  const [root] = await client.executions.tree(executionId);
  console.log(root);
});
example('Executions.waiting', async () => {
  const [question] = await client.executions.waiting({ user: 'ada' });
  console.log(question?.prompt);
});
example('Executions.answer', async () => {
  await client.executions.answer(executionId, { answer: 'yes' });
});
example('Executions.pushStep', async () => {
  await client.executions.pushStep(executionId, { text: 'Look at poems, too.' });
});
example('Executions.queues', async () => {
  const [agent] = await client.executions.queues(executionId);
  console.log(agent);
});
example('Executions.rerun', async () => {
  const rerun = await client.executions.rerun(executionId);
  console.log(rerun.executionId);
});
example('Executions.cancel', async () => {
  await client.executions.cancel(executionId);
});
example('Executions.list', async () => {
  const failed = await client.executions.list({ flow: 'research', status: 'failed', limit: 10 });
  console.log(failed);
});
example('Executions.search', async () => {
  const { executions, next } = await client.executions.search({ text: 'tides', minCost: 0.1 });
  console.log(executions, next);
});
example('StartExecution.flow', async () => {
  await client.executions.start({ flow: 'research', text: 'Tides in fiction' });
});
example('StartExecution.text', async () => {
  await client.executions.start({ flow: 'research', text: 'Tides in fiction' });
});
example('StartExecution.parts', async () => {
  const image = await readFile('cat.png');
  await client.executions.start({ flow: 'report', parts: [{ type: 'image', image }] });
});
example('StartExecution.data', async () => {
  await client.executions.start({ ...start, data: { pages: 3 } });
});
example('StartExecution.output', async () => {
  const run = await client.executions.start({ ...start, output: z.object({ titles: z.array(z.string()) }) });
  console.log((await run.object()).titles);
});
example('StartExecution.trigger', async () => {
  await client.executions.start({ ...start, trigger: 'nightly' });
});
example('StartExecution.id', async () => {
  await client.executions.start({ ...start, user: 'ada', id: 'daily-2026-11-22' });
});
example('StartExecution.user', async () => {
  await client.executions.start({ ...start, user: 'ada' });
});
example('StartExecution.priority', async () => {
  await client.executions.start({ ...start, priority: 4 });
});
example('StartExecution.fairnessKey', async () => {
  await client.executions.start({ ...start, fairnessKey: 'nightly-batch' });
});
example('StartExecution.budget', async () => {
  await client.executions.start({ ...start, budget: { tokens: 50_000 } });
});
example('StartExecution.timeoutMs', async () => {
  await client.executions.start({ ...start, timeoutMs: 5_000 });
});
example('Budget.tokens', async () => {
  await client.executions.start({ ...start, budget: { tokens: 50_000 } });
});
example('Budget.cost', async () => {
  await client.executions.start({ ...start, budget: { cost: 0.25 } });
});
example('AnswerInput.answer', async () => {
  await client.executions.answer(executionId, { answer: 'no' });
});
example('AnswerInput.nodeId', async () => {
  await client.executions.answer(executionId, { answer: 'yes', nodeId: 'refund' });
});
example('AnswerInput.iteration', async () => {
  await client.executions.answer(executionId, { answer: 'yes', nodeId: 'refund', iteration: '3' });
});
example('PushStepInput.text', async () => {
  await client.executions.pushStep(executionId, { text: 'Look at poems, too.' });
});
example('PushStepInput.when', async () => {
  await client.executions.pushStep(executionId, { text: 'Then translate it.', when: 'after-answer' });
});
example('PushStepInput.nodeId', async () => {
  await client.executions.pushStep(executionId, { text: 'Look at poems, too.', nodeId: 'reader' });
});
example('PushStepInput.iteration', async () => {
  await client.executions.pushStep(executionId, {
    text: 'Look at poems, too.',
    nodeId: 'reader',
    iteration: '3',
  });
});
example('TrajectoryOptions.round', async () => {
  await client.executions.trajectory(conversation.workflowId, { round: 12 });
});
example('TrajectoryOptions.subAgent', async () => {
  await client.executions.trajectory(conversation.workflowId, { subAgent: 'research/1/agent' });
});
example('TrajectoryOptions.last', async () => {
  await client.executions.trajectory(conversation.workflowId, { last: 5 });
});
example('TrajectoryOptions.timeoutMs', async () => {
  await client.executions.trajectory(conversation.workflowId, { timeoutMs: 60_000 });
});
example('AnswerInput.call', async () => {
  await client.executions.answer(executionId, { answer: 'no, that one is paid', call: '3.1' });
});
