import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { Embedder } from '../../../models/embeddings.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { requestText } from '../context/fixtures/requests.js';

const POLLING = { interval: 50 };
const MEANS_THE_SAME = ['zorvin', 'blaxel'];
const SAID = 'The zorvin is behind the shed.';
const ASKED = 'Where did I leave my blaxel?';

describe('a turn with an embedding model', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await start('openai:words');
  });
  afterAll(() => system?.stop());

  test('an old message in different words -> embedded after the turn, and found by its meaning', async () => {
    const conversation = await sendAndPass(system);
    await expect.poll(() => embeddedOf(system, conversation), POLLING).toBeGreaterThanOrEqual(4);
    await conversation.ask(ASKED);
    const request = system.model.requests.at(-1)!;
    expect(requestText(request)).toContain(SAID);
    expect(await warningsOf(system, conversation)).toEqual([]);
    const texts = system.model.embedded.flat();
    expect(texts.filter((embedded) => embedded === SAID)).toHaveLength(1);
    expect(texts).toContain(ASKED);
  });

  test('fewer messages than a window holds -> no upkeep Workflow', async () => {
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    await conversation.ask(SAID);
    expect(await embeddedOf(system, conversation)).toBe(0);
    await expect(upkeepOf(system, conversation).describe()).rejects.toThrow();
  });
});

describe('a turn without one', () => {
  test('an old message in different words -> not found, because only the same words match', async () => {
    const system = await start(undefined);
    try {
      const conversation = await sendAndPass(system);
      await conversation.ask(ASKED);
      expect(requestText(system.model.requests.at(-1)!)).not.toContain(SAID);
      expect(system.model.embedded).toEqual([]);
    } finally {
      await system.stop();
    }
  });
});

describe('a turn whose embedding model fails', () => {
  test('the turn is answered by word search, the manifest records it, and the upkeep ends', async () => {
    const broken: Embedder = {
      model: 'openai:broken',
      embed: () => Promise.reject(new Error('no vectors today')),
    };
    const system = await start(broken);
    try {
      const conversation = await sendAndPass(system);
      const { text: answer } = await conversation.ask('What is behind the zorvin?');
      expect(answer).toBe('noted');
      expect(requestText(system.model.requests.at(-1)!)).toContain(SAID);
      expect(await warningsOf(system, conversation)).toEqual([
        'Older messages were searched by words only, because the question has no vector: no vectors today',
      ]);
      expect(await embeddedOf(system, conversation)).toBe(0);
      await expect
        .poll(async () => (await upkeepOf(system, conversation).describe()).status.name, POLLING)
        .toBe('COMPLETED');
    } finally {
      await system.stop();
    }
  });
});

function start(embedder: Embedder | string | undefined): Promise<TestSystem> {
  return startTestSystem(inject('environment'), {
    flows: [{ ...agentFlow({ slug: 'chat' }), history: { messages: 4, summaries: false } }],
    model: { script: () => text('noted'), synonyms: [MEANS_THE_SAME] },
    ...(embedder !== undefined && { embedder }),
  });
}

async function sendAndPass(system: TestSystem): Promise<ConversationHandle> {
  const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
  for (const message of [SAID, 'It rains again.', 'Taxes are due in spring.', 'Bread is in the oven.'])
    await conversation.ask(message);
  return conversation;
}

async function embeddedOf(system: TestSystem, { workflowId }: ConversationHandle): Promise<number> {
  const row = await system.db
    .selectFrom('conversation')
    .innerJoin('passage_embedding', 'conversation_id', 'conversation.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workflow_id', '=', workflowId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function warningsOf(
  system: TestSystem,
  { workflowId }: ConversationHandle,
): Promise<readonly string[]> {
  const row = await system.db
    .selectFrom('context_manifest')
    .innerJoin('execution', 'execution.id', 'context_manifest.execution_id')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select('manifest')
    .where('conversation.workflow_id', '=', workflowId)
    .orderBy('context_manifest.execution_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.manifest.warnings ?? [];
}

function upkeepOf(system: TestSystem, { workflowId }: ConversationHandle) {
  return system.temporal.workflow.getHandle(`${workflowId}/upkeep`);
}
