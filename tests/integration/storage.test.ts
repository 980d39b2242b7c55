import type { LanguageModelV3 } from '@ai-sdk/provider';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { createAgentActivities } from '../../activities/agent/index.js';
import { createConversationActivities } from '../../activities/conversation/index.js';
import { DEFAULT_TIMING, type ActivityDependencies } from '../../activities/dependencies.js';
import { createExecutionActivities } from '../../activities/execution/index.js';
import { zeroLatencyModel } from '../../bench/zero-latency-model.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../context/settings.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { createNodeRegistry } from '../../nodes/node-registry.js';
import { openDatabase, type Database } from '../../store/database.js';
import { registerFlows } from '../../store/flows.js';
import { createTestDatabase } from '../../testing/test-environment.js';
import { calculate } from '../../tools/calculate.js';
import { currentTime } from '../../tools/current-time.js';
import { createToolRegistry } from '../../tools/tool-registry.js';
import { isLongRun } from '../setup/is-long-run.js';
import { conversationWorkflowId, turnWorkflowId } from '../../workflows/ids.js';

const TURNS = isLongRun ? 1_000 : 300;

describe('storage of a thread', () => {
  test.each([
    // The first pages of a thread are not full: a short one may take a little more.
    { characters: 2_000, mostPerTurn: 2 * 2 * 2_000 * (isLongRun ? 1 : 1.05) },
    { characters: 200, mostPerTurn: 6 * 1_024 },
  ])(
    `${TURNS} turns of messages of $characters characters -> at most $mostPerTurn bytes a turn, the same at 100 and at ${TURNS}`,
    { timeout: 300_000 },
    async ({ characters, mostPerTurn }) => {
      const database = await createTestDatabase(inject('environment'));
      const db = openDatabase({ url: database.url, maxConnections: 4 });
      try {
        const talk = await startTalking(db, characters);
        // The first pages of every table and index are there whatever the thread: another one pays for them.
        await talk('somebody-else', 50);
        const start = await storedBytes(db);
        await talk('ada', 100);
        const early = await storedBytes(db);
        await talk('ada', TURNS - 100);
        const end = await storedBytes(db);
        const perTurn = { first100: (early - start) / 100, all: (end - start) / TURNS };
        expect(perTurn.all).toBeLessThanOrEqual(mostPerTurn);
        expect(perTurn.all).toBeLessThanOrEqual(perTurn.first100 * 1.1);
      } finally {
        await db.destroy();
        await database.drop();
      }
    },
  );
});

/** Plays turns through the Activities of a worker, without a Temporal server between them. */
async function startTalking(
  db: Database,
  characters: number,
): Promise<(user: string, turns: number) => Promise<void>> {
  const flow = assistantFlow('zero:latency');
  await registerFlows(db, [flow]);
  const random = createRandomText(characters);
  const dependencies: ActivityDependencies = {
    db,
    models: { resolve: () => Promise.resolve<LanguageModelV3>(zeroLatencyModel(random())) },
    tools: createToolRegistry([currentTime, calculate]),
    nodes: createNodeRegistry([]),
    settings: DEFAULT_CONTEXT_SETTINGS,
    describeWorkflow: () => Promise.resolve('open'),
    isSearchable: () => true,
    timing: DEFAULT_TIMING,
  };
  const conversation = createConversationActivities(dependencies);
  const execution = createExecutionActivities(dependencies);
  const agent = createAgentActivities(dependencies);
  return async (user, count) => {
    const key = { flow: flow.slug, user };
    const conversationId = conversationWorkflowId(key);
    for (let turn = 1; turn <= count; turn += 1) {
      const turnId = randomUUID();
      const turns = [{ turnId, kind: 'message' as const, text: random() }];
      await run(conversationId, conversation.storeTurns, { ...key, channel: '', turns, recover: false });
      const id = turnWorkflowId(conversationId, turnId);
      await run(id, execution.beginExecution, { ...key, turnId });
      await run(id, agent.trimContext, { step: 1, nodeId: 'agent', withoutTools: false, isHarder: false });
      await run(id, agent.callModel, { step: 1 });
      await run(id, execution.finishExecution, { status: 'completed' as const });
    }
  };
}

async function run<Input, Result>(
  workflowId: string,
  activity: (input: Input) => Promise<Result>,
  input: Input,
): Promise<Result> {
  const environment = new MockActivityEnvironment(
    { workflowExecution: { workflowId, runId: 'run' } },
    { logger: new DefaultLogger('ERROR') },
  );
  return environment.run(activity, input);
}

/** Letters and digits in no order: what no compression of Postgres makes smaller. */
function createRandomText(characters: number): () => string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ';
  return () =>
    Array.from({ length: characters }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

/** All tables of the database, with their indexes and their out-of-line texts. */
async function storedBytes(db: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(oid))::bigint as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return Number(rows[0]!.bytes);
}
