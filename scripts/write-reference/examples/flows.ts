import {
  agent,
  approval,
  categorizer,
  chat,
  code,
  defineFlow,
  filter,
  loop,
  model,
  reply,
  subflow,
  switchOn,
  template,
  wait,
} from '../../../index.js';
import { example } from './example.js';

const nodes = { start: chat(), answer: agent({ model: 'openai:gpt-5-mini' }) };
const edges = [['start', 'answer']] as const;
const base = { slug: 'support', name: 'Support', nodes, edges };
const MODEL = 'openai:gpt-5-mini';

example('Flow.slug', () => {
  defineFlow({ ...base, slug: 'support' });
});
example('Flow.name', () => {
  defineFlow({ ...base, name: 'Support of the shop' });
});
example('Flow.examples', () => {
  defineFlow({ ...base, examples: ['Where is order A-17?'] });
});
example('Flow.description', () => {
  defineFlow({ ...base, description: 'Answers questions about orders.' });
});
example('Flow.history', () => {
  defineFlow({ ...base, history: { messages: 20, tokens: 32_000 } });
});
example('Flow.trajectory', () => {
  defineFlow({ ...base, trajectory: { descriptions: true } });
});
example('Flow.budget', () => {
  defineFlow({ ...base, budget: { tokens: 200_000, cost: 0.5 } });
});
example('Flow.nodes', () => {
  defineFlow({ ...base, nodes: { start: chat(), answer: agent({ model: MODEL }) } });
});
example('Flow.edges', () => {
  defineFlow({ ...base, edges: [['start', 'answer']] });
});
example('Edge.from', () => {
  defineFlow({ ...base, edges: [['start', 'answer']] });
});
example('Edge.to', () => {
  defineFlow({ ...base, edges: [['start', 'answer']] });
});
example('Edge.route', () => {
  const choose = switchOn({
    rules: [{ field: 'trigger.text', operator: 'contains', value: 'refund', route: 'refund' }],
  });
  defineFlow({
    ...base,
    nodes: { ...nodes, choose },
    edges: [
      ['start', 'choose'],
      ['choose', 'answer', { route: 'refund' }],
    ],
  });
});
example('Edge.on', () => {
  const sorry = reply({ text: 'Please try again later.' });
  defineFlow({
    ...base,
    nodes: { ...nodes, sorry },
    edges: [...edges, ['answer', 'sorry', { on: 'error' }]],
  });
});
example('call.model', () => {
  agent({ model: 'anthropic:claude-sonnet-4-5' });
});
example('call.system', () => {
  agent({ model: MODEL, system: 'You help customers of a bookshop.' });
});
example('call.prompt', () => {
  model({ model: MODEL, prompt: 'Put this into one sentence: {{ trigger.text }}' });
});
example('call.maxOutputTokens', () => {
  agent({ model: MODEL, maxOutputTokens: 2_000 });
});
example('call.temperature', () => {
  agent({ model: MODEL, temperature: 0.2 });
});
example('call.topP', () => {
  agent({ model: MODEL, topP: 0.9 });
});
example('call.topK', () => {
  agent({ model: MODEL, topK: 40 });
});
example('call.presencePenalty', () => {
  agent({ model: MODEL, presencePenalty: 0.5 });
});
example('call.frequencyPenalty', () => {
  agent({ model: MODEL, frequencyPenalty: 0.5 });
});
example('call.stopSequences', () => {
  model({ model: MODEL, stopSequences: ['END'] });
});
example('call.seed', () => {
  model({ model: MODEL, seed: 7 });
});
example('call.reasoningEffort', () => {
  agent({ model: MODEL, reasoningEffort: 'low' });
});
example('call.output', () => {
  agent({ model: MODEL, output: { type: 'object', properties: { city: { type: 'string' } } } });
});
example('call.providerOptions', () => {
  agent({ model: MODEL, providerOptions: { openai: { serviceTier: 'flex' } } });
});
example('call.headers', () => {
  agent({ model: MODEL, headers: { 'x-team': 'support' } });
});
example('call.oversize', () => {
  agent({ model: MODEL, oversize: 'refuse' });
});
example('call.extraConfig', () => {
  agent({ model: 'local:llama', extraConfig: { contextWindow: 8_192, images: false } });
});
example('agent.tools', () => {
  agent({ model: MODEL, tools: ['look_up_order', 'calculate'] });
});
example('agent.toolChoice', () => {
  agent({ model: MODEL, tools: ['look_up_order'], toolChoice: 'required' });
});
example('agent.spawns', () => {
  agent({ model: MODEL, tools: ['spawn'], spawns: ['research', 'self'] });
});
example('agent.spawnSeconds', () => {
  agent({ model: MODEL, tools: ['spawn'], spawnSeconds: 120 });
});
example('agent.maxSteps', () => {
  agent({ model: MODEL, tools: ['look_up_order'], maxSteps: 5 });
});
example('agent.artifacts', () => {
  agent({ model: MODEL, tools: ['query'], artifacts: false });
});
example('agent.queues', () => {
  agent({
    model: MODEL,
    queues: { pre: [{ tool: 'look_up_order', input: { id: 7 } }], post: ['Check the tone.'] },
  });
});
example('categorizer.categories', () => {
  const categories = [{ name: 'refund', description: 'Money back' }, { name: 'other' }];
  categorizer({ model: MODEL, categories });
});
example('categorizer.instructions', () => {
  categorizer({
    model: MODEL,
    categories: [{ name: 'refund' }, { name: 'other' }],
    instructions: 'In doubt: other.',
  });
});
example('categorizer.input', () => {
  categorizer({
    model: MODEL,
    categories: [{ name: 'refund' }, { name: 'other' }],
    input: '{{ trigger.data.subject }}',
  });
});
example('categorizer.fallback', () => {
  categorizer({ model: MODEL, categories: [{ name: 'refund' }, { name: 'other' }], fallback: 'other' });
});
example('switch.rules', () => {
  switchOn({ rules: [{ field: 'triage.category', operator: 'equals', value: 'refund', route: 'refund' }] });
});
example('switch.fallback', () => {
  switchOn({
    rules: [{ field: 'triage.category', operator: 'equals', value: 'refund', route: 'refund' }],
    fallback: true,
  });
});
example('filter.over', () => {
  filter({ over: '{{ trigger.data.orders }}', conditions: [{ field: 'price', operator: 'gt', value: 100 }] });
});
example('filter.conditions', () => {
  filter({
    over: '{{ trigger.data.orders }}',
    conditions: [{ field: 'state', operator: 'equals', value: 'open' }],
  });
});
example('filter.match', () => {
  const conditions = [
    { field: 'price', operator: 'gt', value: 100 },
    { field: 'isUrgent', operator: 'is_true' },
  ] as const;
  filter({ over: '{{ trigger.data.orders }}', conditions, match: 'any' });
});
example('template.template', () => {
  template({ template: 'Dear {{ trigger.data.name | title }},' });
});
example('code.expression', () => {
  code({ expression: 'trigger.data.items.filter((item) => item.price > 100).length' });
});
example('loop.over', () => {
  loop({ over: '{{ trigger.data.orders }}' });
});
example('loop.onError', () => {
  loop({ over: '{{ trigger.data.orders }}', onError: 'continue' });
});
example('loop.parallel', () => {
  loop({ over: '{{ trigger.data.orders }}', parallel: 4 });
});
example('loop.delaySeconds', () => {
  loop({ over: '{{ trigger.data.orders }}', delaySeconds: 2 });
});
example('wait.seconds', () => {
  wait({ seconds: 3_600 });
});
example('approval.prompt', () => {
  approval({ prompt: 'Refund {{ order.output.total }} to {{ trigger.user }}?' });
});
example('approval.expiresSeconds', () => {
  approval({ prompt: 'Refund it?', expiresSeconds: 86_400 });
});
example('approval.onRefusal', () => {
  approval({ prompt: 'Refund it?', onRefusal: 'continue' });
});
example('subflow.flow', () => {
  subflow({ flow: 'research' });
});
example('subflow.flowId', () => {
  subflow({ flowId: 12 });
});
example('subflow.trigger', () => {
  subflow({ flow: 'research', trigger: 'nightly' });
});
example('subflow.input', () => {
  subflow({ flow: 'research', input: { topic: 'triage.category' } });
});
example('subflow.extraConfig', () => {
  subflow({ flow: 'research', extraConfig: { inputSource: 'node_output', sourceNodeId: 'question' } });
});
example('subflow.onCancelled', () => {
  subflow({ flow: 'research', onCancelled: 'continue' });
});
example('reply.text', () => {
  reply({ text: 'Your order has {{ order.output.items | length }} items.' });
});
example('reply.data', () => {
  reply({ text: 'Done.', data: { total: '{{ order.output.total }}' } });
});
example('Flow.history.messages', () => {
  defineFlow({ ...base, history: { messages: 20 } });
});
example('Flow.history.tokens', () => {
  defineFlow({ ...base, history: { tokens: 32_000 } });
});
example('Flow.history.characters', () => {
  defineFlow({ ...base, history: { characters: 60_000 } });
});
example('Flow.history.messageCharacters', () => {
  defineFlow({ ...base, history: { messageCharacters: 10_000 } });
});
example('Flow.history.summaries', () => {
  defineFlow({ ...base, history: { summaries: { tokens: [800, 1_200] } } });
});
example('Flow.history.retrieval', () => {
  defineFlow({ ...base, history: { retrieval: false } });
});
example('Flow.trajectory.descriptions', () => {
  defineFlow({ ...base, trajectory: { descriptions: { model: 'openai:gpt-5-nano' } } });
});
example('Flow.trajectory.touched', () => {
  defineFlow({ ...base, trajectory: { touched: false } });
});
example('Flow.budget.tokens', () => {
  defineFlow({ ...base, budget: { tokens: 200_000 } });
});
example('Flow.budget.cost', () => {
  defineFlow({ ...base, budget: { cost: 0.5 } });
});
example('extraConfig.contextWindow', () => {
  agent({ model: 'local:llama', extraConfig: { contextWindow: 8_192 } });
});
example('extraConfig.images', () => {
  agent({ model: 'local:llama', extraConfig: { images: false } });
});
example('extraConfig.conversationMemory', () => {
  agent({ model: MODEL, extraConfig: { conversationMemory: false } });
});
example('extraConfig.systemFallback', () => {
  agent({ model: 'local:llama', extraConfig: { systemFallback: true } });
});
example('Flow.history.refused', () => {
  defineFlow({ ...base, history: { refused: 'send' } });
});
example('call.fallbackSeconds', () => {
  agent({ model: ['openai:gpt-5-mini', 'anthropic:claude-sonnet-4-5'], fallbackSeconds: 5 });
});
