import { assistantFlow } from '../../../flow/default-flow.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, chat, manual } from '../../../flow/kinds/node-kinds.js';
import type { ChaosLoad, ChaosTurn } from '../../testing/chaos/index.js';
import { text, toolCalls, type ModelRequest, type Reply } from '../../testing/model-server/index.js';
import { SCRIPTED_MODEL as model } from '../../testing/scripted-models.js';

const usage = { inputTokens: 11, outputTokens: 7 };
const CALLS: Readonly<Record<string, number>> = { chat: 1, assistant: 2, lead: 4, order: 1 };

const TOOL_USERS = new Set(['assistant', 'lead']);

export const ourLoad: ChaosLoad = {
  flows: [
    agentFlow('chat', []),
    assistantFlow(model),
    agentFlow('lead', ['spawn'], ['hand']),
    defineFlow({
      slug: 'hand',
      name: 'Hand',
      nodes: { start: manual(), work: agent({ model, system: 'You are a hand.' }) },
      edges: [['start', 'work']],
    }),
    defineFlow({
      slug: 'order',
      name: 'Order',
      nodes: {
        chat: chat(),
        ask: approval({ prompt: 'Shall it be done?' }),
        work: agent({ model, system: 'Do what you are asked.', tools: [] }),
      },
      edges: [
        ['chat', 'ask'],
        ['ask', 'work'],
      ],
    }),
  ],
  talkTo: Object.keys(CALLS),
  asking: ['order'],
  script,
  say: (turn) => `Please do ${nameOf(turn)} now`,
  answer: (turn) => answerTo(nameOf(turn)),
  modelCalls: ({ flow }) => CALLS[flow] ?? 0,
};

function agentFlow(slug: string, tools: string[], spawns: string[] = []) {
  return defineFlow({
    slug,
    name: slug,
    nodes: { chat: chat(), work: agent({ model, system: 'Do what you are asked.', tools, spawns }) },
    edges: [['chat', 'work']],
  });
}

function script(request: ModelRequest): Reply {
  const body = JSON.stringify(request.body);
  if (body.includes('You keep the running summary')) return text('[Topic: Work] They worked.', { usage });
  if (body.includes('You are a hand.')) return text('done by hand', { chunks: 3, delayMs: 40, usage });
  const asked = [...body.matchAll(/Please do ((\w+)-\d+-\d+) now/g)].at(-1);
  const [, name = 'nothing', flow = 'chat'] = asked ?? [];
  const hasResult = body.slice(asked?.index).includes('"role":"tool"');
  if (TOOL_USERS.has(flow) && !hasResult) return toolCalls([callOf(flow)], { usage });
  return text(answerTo(name), { chunks: 10, delayMs: 60, usage });
}

function callOf(flow: string | undefined) {
  if (flow === 'assistant') return { name: 'calculate', arguments: { expression: '6*7' } };
  return {
    name: 'spawn',
    arguments: { tasks: ['left', 'right'].map((task) => ({ flow: 'hand', text: task })) },
  };
}

function nameOf({ flow, conversation, turn }: ChaosTurn): string {
  return `${flow}-${conversation}-${turn}`;
}

function answerTo(name: string): string {
  return `You asked for ${name}, and ${name} is what was done, from its beginning to its very end.`;
}
