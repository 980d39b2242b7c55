import {
  agent,
  chat,
  code,
  defineConfig,
  defineFlow,
  loop,
  manual,
  model,
  reply,
  subflow,
  template,
} from 'threadline';
import { searchNotes } from './search-notes.js';

const modelId = process.env.THREADLINE_MODEL || 'offline:demo';
const alone = { conversationMemory: false };

/** The calling flow receives only the reply, not the messages. */
const lookInto = defineFlow({
  slug: 'look-into',
  name: 'Look into one question',
  nodes: {
    start: manual(),
    look: agent({
      model: modelId,
      prompt: 'Use search_notes for "{{ trigger.text }}" and answer in one sentence, from what it gives.',
      tools: ['search_notes'],
      maxOutputTokens: 500,
    }),
    found: reply({ text: '{{ look.output }}' }),
  },
  edges: [
    ['start', 'look'],
    ['look', 'found'],
  ],
});

const research = defineFlow({
  slug: 'research',
  name: 'Research',
  nodes: {
    chat: chat(),
    plan: model({
      model: modelId,
      system:
        'Split the request into at most five questions that can be looked up alone: one a line, nothing else.',
      extraConfig: alone,
    }),
    // Without questions in the plan, researches each sentence of the request.
    questions: code({
      expression: String.raw`
        const asked = (text) => text.split(/\n|(?<=[?.!])\s+/).map((line) => line.trim()).filter((line) => line.endsWith('?'));
        const found = [plan.output, trigger.text].map(asked).find((list) => list.length > 0);
        return (found ?? [trigger.text]).slice(0, 5);`,
    }),
    each: loop({ over: '{{ questions.output }}', parallel: 5, onError: 'continue' }),
    question: template({ template: '{{ loop.item }}' }),
    look: subflow({
      flow: 'look-into',
      extraConfig: { inputSource: 'node_output', sourceNodeId: 'question' },
    }),
    write: model({
      model: modelId,
      prompt: `Write a summary of these findings that answers "{{ trigger.text }}".

{% for finding in each.results %}- {{ finding.error or finding }}
{% endfor %}`,
      extraConfig: alone,
    }),
  },
  edges: [
    ['chat', 'plan'],
    ['plan', 'questions'],
    ['questions', 'each'],
    ['each', 'question', { on: 'item' }],
    ['question', 'look'],
    ['look', 'each', { on: 'next' }],
    ['each', 'write'],
  ],
});

const lead = defineFlow({
  slug: 'lead',
  name: 'Lead researcher',
  budget: { tokens: 200_000 },
  nodes: {
    chat: chat(),
    lead: agent({
      model: modelId,
      system: "Answer the request. Let 'look-into' look its questions up by spawn, all of them in one call.",
      tools: ['spawn'],
      spawns: ['look-into'],
      maxSteps: 6,
    }),
  },
  edges: [['chat', 'lead']],
});

export default defineConfig({ flows: [research, lead, lookInto], tools: [searchNotes] });
