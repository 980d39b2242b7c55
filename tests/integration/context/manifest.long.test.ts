import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { takePlannedRequest } from '../../../activities/agent/call/planned-requests.js';
import { renderContext } from '../../../activities/agent/call/render-context.js';
import { contentHash } from '../../../context/text/content-hash.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { openDatabase } from '../../../store/database.js';
import { loadExecutionTexts } from '../../../store/execution/execution-texts.js';
import {
  offeredTools,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
  type ToolCallInput,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { recordingModels } from './fixtures/recording-models.js';
import { isCompaction } from './fixtures/requests.js';
import { words } from './fixtures/words.js';

const SMALL = { window: 8_192, maxOutputTokens: 1_000, tools: ['page', 'calculate'] };

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number(), size: z.number() }),
  execute: ({ n, size }) => `Page ${n}: ${words(size)}`,
});

let steps: Iterator<ToolCallInput[], undefined> | undefined;
let isCompacted = false;
let onPlanned: (() => Promise<void>) | undefined;
const recorded: string[] = [];
let worker: Awaited<ReturnType<TestSystem['startWorker']>>;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'openai', ...SMALL }),
      agentFlow({ slug: 'anthropic', model: SCRIPTED_ANTHROPIC_MODEL, ...SMALL }),
    ],
    tools: [page, calculate],
    models: recordingModels({ baseUrl: () => system.model.baseUrl, recorded }),
    model: { script },
    withoutWorker: true,
  });
  worker = await system.startWorker({
    onPoint: async (point) => {
      if (point === 'trimContext.after') await onPlanned?.();
    },
  });
});
afterAll(() => system?.stop());

describe('the manifest of a call', () => {
  test.each(['openai', 'anthropic'])(
    '%s: a row that changed after planning -> Context.Changed, no model is called',
    async (slug) => {
      const conversation = conversationOf(slug);
      await conversation.ask('hello');
      const before = system.model.requests.length;
      const workflowId = turnWorkflowId(conversation.workflowId, 'again');
      onPlanned = async () => {
        takePlannedRequest(system.db, { workflowId, step: 1 });
        await system.db
          .updateTable('conversation_message')
          .set({ content: 'forged' })
          .where('seq', '=', 1)
          .execute();
      };
      await expect(conversation.ask({ text: 'again', turnId: 'again' })).rejects.toMatchObject({
        type: 'Context.Changed',
      });
      onPlanned = undefined;
      expect(system.model.requests.length).toBe(before);
      expect((await conversation.ask('and now')).text).toBe('fine');
    },
  );

  test.each(['openai', 'anthropic'])(
    '%s: every call of a varied chat -> rebuilt from Postgres alone, byte for byte',
    async (slug) => {
      recorded.length = 0;
      const conversation = conversationOf(slug);
      await conversation.ask('hello');
      await conversation.ask(words(9_000, 'green'));
      isCompacted = false;
      steps = varied();
      await conversation.ask('Read.');
      await conversation.ask('Thanks.');
      const calls = await callsOf(conversation.workflowId);
      expect(calls.map((call) => call.request)).toEqual(recorded);
      for (const { request, manifest, pointers } of calls) {
        expect(contentHash(request)).toBe(manifest.request);
        for (const pointer of pointers) expect(request).toContain(JSON.stringify(pointer).slice(1, -1));
      }
      expect(new Set(calls.flatMap(({ manifest }) => manifest.left.map(({ rule }) => rule)))).toEqual(
        new Set(['cut', 'budget', 'spilled', 'evicted', 'compacted']),
      );
      expect(calls.map(({ guard }) => guard)).toEqual(expect.arrayContaining(['nudge', 'forced']));
      expect(calls.map(({ purpose }) => purpose)).toContain('compaction');
    },
  );
});

function* varied(): Generator<ToolCallInput[], undefined> {
  yield [2_000, 1_100, 830].map((size, at) => pageCall(at, size));
  for (const n of [1, 2, 3, 4]) yield [{ name: 'calculate', arguments: { expression: `${n}+1` } }];
  yield [3, 4, 5].map((n) => pageCall(n, 700));
  for (let n = 6; !isCompacted; n += 1) yield [pageCall(n, 700)];
  for (;;) yield [{ name: 'calculate', arguments: { expression: '6*7' } }];
}

function script(request: ModelRequest): Reply {
  if (isCompaction(request)) {
    isCompacted = true;
    return text('Pages were read.');
  }
  const isFree =
    offeredTools(request).length > 0 && !JSON.stringify(request.body['tool_choice'] ?? '').includes('none');
  const next = isFree ? steps?.next().value : undefined;
  if (next !== undefined) return toolCalls(next);
  steps = undefined;
  return text('fine');
}

async function callsOf(conversationId: string) {
  await worker.shutdown();
  const db = openDatabase({ url: system.databaseUrl });
  const calls = await db
    .selectFrom('model_call')
    .innerJoin('execution', 'execution.id', 'model_call.execution_id')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .innerJoin('context_manifest', (join) =>
      join
        .onRef('context_manifest.execution_id', '=', 'model_call.execution_id')
        .onRef('context_manifest.step', '=', 'model_call.step'),
    )
    .select(['execution.id', 'execution.conversation_id as conversationId', 'execution.input', 'manifest'])
    .select(['guard', 'purpose'])
    .where('conversation.workflow_id', '=', conversationId)
    .orderBy('execution.id')
    .orderBy('model_call.step')
    .execute();
  const rebuilt = [];
  for (const call of calls) {
    const request = JSON.stringify(await renderContext(db, call, call.manifest));
    const hashes = (call.manifest.pointers ?? []).map(({ text: hash }) => hash);
    const pointers = (await loadExecutionTexts(db, { executionId: call.id, hashes })).values();
    rebuilt.push({ ...call, request, pointers });
  }
  await db.destroy();
  worker = await system.startWorker();
  return rebuilt;
}

function pageCall(n: number, size: number): ToolCallInput {
  return { name: 'page', arguments: { n, size } };
}

function conversationOf(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() });
}
