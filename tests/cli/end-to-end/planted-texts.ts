import { randomBytes } from 'node:crypto';

const KINDS = [
  'message',
  'answer',
  'toolInput',
  'toolResult',
  'toolError',
  'postedMessage',
  'updateMessage',
  'updateAnswer',
  'longMessage',
  'threadTitle',
  'threadMessage',
  'input',
  'inputData',
  'subflowText',
  'question',
  'refusal',
  'nodeFailure',
  'modelError',
  'systemPrompt',
  'refusedMessage',
] as const;

/** Twenty texts of every kind that a chat has, each a word that stands nowhere else. */
export const planted = Object.fromEntries(
  KINDS.map((kind) => [kind, `${kind}-${randomBytes(6).toString('hex')}`]),
) as Record<(typeof KINDS)[number], string>;

/** A project that encrypts, and says and fails with planted texts. */
export function plantedProject(keysFile: string): string {
  return `
import { agent, approval, chat, custom, defineConfig, defineFlow, defineNode, defineTool, manual, reply, subflow } from 'threadline';
import { z } from 'zod';
const model = 'openai:scripted';
const look = defineTool({
  name: 'look',
  description: 'Looks things up.',
  input: z.object({ word: z.string() }),
  retry: 'safe',
  execute({ word }) {
    if (word === 'nothing') throw new Error('${planted.toolError}');
    return '${planted.toolResult}';
  },
});
const broken = defineNode({
  kind: 'custom:broken',
  config: z.object({}),
  execute() {
    throw Object.assign(new Error('${planted.nodeFailure}'), { retryable: false });
  },
});
export default defineConfig({
  encryption: { keys: { file: ${JSON.stringify(keysFile)} } },
  tools: [look],
  nodes: [broken],
  flows: [
    defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), agent: agent({ model, system: '${planted.systemPrompt}', tools: ['look'] }) },
      edges: [['chat', 'agent']],
    }),
    defineFlow({
      slug: 'below',
      name: 'Below',
      nodes: { start: manual(), say: reply({ text: '${planted.subflowText} {{ trigger.text }}' }) },
      edges: [['start', 'say']],
    }),
    defineFlow({
      slug: 'asking',
      name: 'Asking',
      nodes: {
        start: manual(),
        below: subflow({ flow: 'below' }),
        ask: approval({ prompt: '${planted.question} {{ trigger.data.word }}' }),
        say: reply({ text: 'Done' }),
      },
      edges: [['start', 'below'], ['below', 'ask'], ['ask', 'say']],
    }),
    defineFlow({
      slug: 'breaking',
      name: 'Breaking',
      nodes: { start: manual(), work: custom('broken', {}) },
      edges: [['start', 'work']],
    }),
  ],
});
`;
}
