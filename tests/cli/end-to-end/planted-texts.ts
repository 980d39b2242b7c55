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
  'editedMessage',
  'pushedStep',
  'attachment',
  'attachmentName',
  'artifact',
  'artifactName',
  'progress',
  'toolQuestion',
  'thrownCause',
  'thrownDetail',
  'functionName',
  'rejection',
  'heartbeat',
  'memo',
  'summary',
  'details',
] as const;

const OPEN_KINDS = ['user', 'channel', 'turnId', 'executionId', 'nodeId', 'failureType'] as const;

export const planted = plant(KINDS);
export const open = plant(OPEN_KINDS);

function plant<Kind extends string>(kinds: readonly Kind[]): Readonly<Record<Kind, string>> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, `${kind}_${randomBytes(6).toString('hex')}`]),
  ) as Record<Kind, string>;
}

export function plantedProject({ keysFile, goOnFile }: { keysFile: string; goOnFile: string }): string {
  return `
import { existsSync } from 'node:fs';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { agent, approval, chat, custom, defineConfig, defineFlow, defineNode, defineTool, manual, reply, subflow } from 'threadline';
import { z } from 'zod';
const model = 'openai:scripted';
const look = defineTool({
  name: 'look',
  description: 'Looks things up.',
  input: z.object({ word: z.string() }),
  retry: 'safe',
  async execute({ word }, { artifacts, progress }) {
    if (word === 'nothing') throw new Error('${planted.toolError}');
    if (word === 'slowly') {
      await artifacts.save({ name: '${planted.artifactName}', content: '${planted.artifact}' });
      progress('${planted.progress}');
      Context.current().heartbeat('${planted.heartbeat}');
      void Promise.reject(new Error('${planted.rejection}'));
      while (!existsSync(${JSON.stringify(goOnFile)})) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return '${planted.toolResult}';
  },
});
const send = defineTool({
  name: 'send',
  description: 'Sends things.',
  input: z.object({ what: z.string() }),
  approve: true,
  execute: () => 'sent',
});
const broken = defineNode({
  kind: 'custom:broken',
  config: z.object({}),
  execute() {
    throw Object.assign(new Error('${planted.nodeFailure}'), { retryable: false });
  },
});
const detailed = defineNode({
  kind: 'custom:detailed',
  config: z.object({}),
  execute: function ${planted.functionName}() {
    const cause = new Error('${planted.thrownCause}');
    const details = ['${planted.thrownDetail}'];
    throw ApplicationFailure.create({ type: '${open.failureType}', message: 'No', nonRetryable: true, cause, details });
  },
});
export default defineConfig({
  encryption: { keys: { file: ${JSON.stringify(keysFile)} } },
  tools: [look, send],
  nodes: [broken, detailed],
  flows: [
    defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), agent: agent({ model, system: '${planted.systemPrompt}', tools: ['look', 'send'] }) },
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
        ask: approval({ prompt: '${planted.question} {{ trigger.data.word }}', missing: 'empty' }),
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
    defineFlow({
      slug: 'detailed',
      name: 'Detailed',
      nodes: { start: manual(), ${open.nodeId}: custom('detailed', {}) },
      edges: [['start', '${open.nodeId}']],
    }),
  ],
});
`;
}
