import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  countRequest,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { isLongRun } from '../../setup/is-long-run.js';
import type { HistorySettings } from '../../../flow/settings/history-settings.js';
import { WHOLE_HISTORY } from '../fixtures/whole-history.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction } from './fixtures/requests.js';
import { words } from './fixtures/words.js';

const WINDOW = 8_192;
const BATCH = 50;

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ page: z.string(), size: z.number() }),
  retry: 'safe',
  execute: ({ page, size }) => `Page ${page}: ${words(size)}`,
});

const HISTORY: HistorySettings = { ...WHOLE_HISTORY, messages: 40, tokens: 16_000 };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'openai', tools: ['page'], window: WINDOW, history: HISTORY }),
      agentFlow({
        slug: 'anthropic',
        tools: ['page'],
        window: WINDOW,
        history: HISTORY,
        model: SCRIPTED_ANTHROPIC_MODEL,
      }),
    ],
    tools: [page],
    model: { script, contextWindow: WINDOW },
  });
});
afterAll(() => system?.stop());

describe('a long chat with tools on a small window', () => {
  test.each([
    ['openai', isLongRun ? 200 : 60],
    ['anthropic', isLongRun ? 40 : 30],
  ])(
    '%s, %i turns -> every turn is answered, no request is refused',
    { timeout: 240_000 },
    async (slug, turns) => {
      const before = system.model.requests.length;
      const conversation = system.client.conversation({ flow: slug, user: system.newUser() });
      for (let first = 1; first <= turns; first += BATCH) {
        const last = Math.min(turns, first + BATCH - 1);
        for (let turn = first; turn <= last; turn += 1)
          await conversation.submit({ text: messageOf(turn), turnId: `t${turn}` });
        for await (const event of conversation.stream(`t${last}`)) void event;
      }
      const rows = await turnsOf(conversation.workflowId);
      expect(rows.filter(({ status }) => status !== 'completed')).toEqual([]);
      expect(rows).toHaveLength(turns);
      const requests = system.model.requests.slice(before);
      expect(requests.flatMap(({ n, refusal }) => (refusal ? [`${n}: ${refusal.message}`] : []))).toEqual([]);
      for (const { body } of requests) expect(body['max_tokens']).toBe(WINDOW / 4);
      const calls = await callsOf(conversation.workflowId);
      expect(calls).toHaveLength(requests.length);
      for (const [index, { manifest }] of calls.entries()) {
        const { window, reserve, systemTokens, toolTokens, budget, tokens } = manifest;
        expect(window - reserve - systemTokens - toolTokens).toBe(budget);
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(countRequest(requests[index]!.body)).toBeLessThanOrEqual(systemTokens + toolTokens + tokens);
      }
      expect(calls.flatMap(({ manifest }) => manifest.left.map(({ rule }) => rule))).toEqual(
        expect.arrayContaining(['window', 'cut', 'spilled', 'compacted']),
      );
    },
  );
});

function stepsOf(turn: number): Reply[] {
  if (turn % 2 === 1) return [];
  const sizes = [60, 1_200, 3_000, 1_100];
  return Array.from({ length: 1 + ((turn / 2) % 3) }, (_, step) =>
    toolCalls(
      Array.from({ length: turn % 3 === 0 ? 2 : 1 }, (_, call) => {
        const size = sizes[(turn + step + call) % sizes.length]!;
        return { name: 'page', arguments: { page: `${turn}.${step}.${call}`, size } };
      }),
      { text: step === 0 ? 'Let me see.' : '' },
    ),
  );
}

function messageOf(turn: number): string {
  return `Turn ${turn}: ${words(turn % 60 === 25 ? 9_000 : 40 + (turn % 7) * 70, 'green')}`;
}

const taken = new Map<string, number>();

function script(request: ModelRequest): Reply {
  if (isCompaction(request)) return text('Pages were read, the green one was liked.');
  const turn = Number(/Turn (\d+): green[^]*$/.exec(request.text)?.[1]);
  const key = `${request.path} ${turn}`;
  const step = taken.get(key) ?? 0;
  taken.set(key, step + 1);
  return stepsOf(turn)[step] ?? text(`Answer ${turn}: ${words(20 + (turn % 5) * 20, 'light')}`);
}

function turnsOf(conversationId: string) {
  return system.db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select(['turn.turn_id', 'turn.status'])
    .where('conversation.workflow_id', '=', conversationId)
    .orderBy('turn.position')
    .execute();
}

function callsOf(conversationId: string) {
  return system.db
    .selectFrom('context_manifest')
    .innerJoin('execution', 'execution.id', 'context_manifest.execution_id')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select('manifest')
    .where('conversation.workflow_id', '=', conversationId)
    .orderBy('execution.position')
    .orderBy('step')
    .execute();
}
