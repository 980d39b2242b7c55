import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ArtifactsRefusedError } from '../../../store/artifacts/artifacts-refused-error.js';
import {
  findArtifact,
  findArtifactAt,
  insertArtifacts,
  type NewArtifact,
} from '../../../store/artifacts/artifacts.js';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { clearConversation } from '../../../store/conversation/conversations.js';
import { findToolResult, storeToolResult } from '../../../store/calls/stored-tool-calls.js';
import { executionWorkflowId, turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  begin,
  finish,
  FLOW,
  newConversation,
  rowId,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, index) => index);

describe('storeToolResult', () => {
  test('with artifacts -> found by name and by place, byte for byte', async () => {
    const { executionId, conversationId } = await running(newConversation(), 't1');
    await storeWith(executionId, [artifact('a-1.1.txt', 0), artifact('a-1.1_img0.png', 1)]);
    const found = await findArtifact(store.db, { executionId, conversationId, name: 'a-1.1_img0.png' });
    expect(found).toEqual({
      name: 'a-1.1_img0.png',
      mediaType: 'text/plain',
      content: Buffer.from(EVERY_BYTE),
      tokens: 7,
    });
    expect(await findArtifactAt(store.db, { executionId, step: 1, ordinal: 1, part: 1 })).toEqual(found);
    expect(await findArtifactAt(store.db, { executionId, step: 1, ordinal: 2, part: 1 })).toBeUndefined();
  });

  test('T16: stored twice, also at once -> one result with its artifacts', async () => {
    const { executionId } = await running(newConversation(), 't1');
    await storeWith(executionId, [artifact('a-1.1.txt', 0)]);
    await Promise.all([
      storeWith(executionId, [artifact('a-1.1.txt', 0)]),
      storeWith(executionId, [artifact('a-1.1.json', 0), artifact('a-1.1_img0.png', 1)]),
    ]);
    const rows = await store.db
      .selectFrom('artifact')
      .select('name')
      .where('execution_id', '=', executionId)
      .execute();
    expect(rows).toEqual([{ name: 'a-1.1.txt' }]);
  });

  test('H13: an artifact that Postgres refuses permanently -> ArtifactsRefusedError, nothing is stored', async () => {
    const { executionId } = await running(newConversation(), 't1');
    const refused = { ...artifact('a-1.1.txt', 0), mediaType: 'text/\u0000plain' };
    await expect(storeWith(executionId, [refused])).rejects.toThrow(ArtifactsRefusedError);
    expect(await findToolResult(store.db, { executionId, step: 1, ordinal: 1 })).toBeUndefined();
  });

  test('the connection is lost -> the original error, to be retried', async () => {
    const { executionId } = await running(newConversation(), 't1');
    const lost = store.db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx).catch(() => undefined);
      await insertArtifacts(trx, { executionId, step: 1, ordinal: 1, artifacts: [artifact('a-1.1.txt', 0)] });
    });
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ArtifactsRefusedError);
  });
});

describe('findArtifact', () => {
  test("the same name in three turns -> the turn's own, else the newest of the conversation", async () => {
    const conversation = newConversation();
    const first = await running(conversation, 't1');
    await storeWith(first.executionId, [artifact('a-1.1.txt', 0, 'first')]);
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'failed');
    const second = await running(conversation, 't2');
    await storeWith(second.executionId, [artifact('a-1.1.txt', 0, 'second')]);
    await finish(store.db, turnWorkflowId(conversation.id, 't2'), 'failed');
    const third = await running(conversation, 't3');
    expect(await contentOf(first, 'a-1.1.txt')).toBe('first');
    expect(await contentOf(third, 'a-1.1.txt')).toBe('second');
  });

  test("another conversation's name, of the same user too -> undefined", async () => {
    const stranger = await running(newConversation(), 't1');
    await storeWith(stranger.executionId, [artifact('secret-1.1.txt', 0)]);
    const own = await running(newConversation(), 't1');
    expect(await contentOf(own, 'secret-1.1.txt')).toBeUndefined();
    expect(await contentOf({ ...own, conversationId: null }, 'secret-1.1.txt')).toBeUndefined();
  });

  test('P62: after a clear -> earlier artifacts are no longer read', async () => {
    const conversation = newConversation();
    const before = await running(conversation, 't1');
    await storeWith(before.executionId, [artifact('a-1.1.txt', 0)]);
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'failed');
    await accept(store.db, conversation, [{ turnId: 'c1', kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: conversation.id, turnId: 'c1' });
    const after = await running(conversation, 't2');
    expect(await contentOf(after, 'a-1.1.txt')).toBeUndefined();
    expect(await contentOf(before, 'a-1.1.txt')).toBeDefined();
  });

  test('an execution outside a conversation -> reads only its own', async () => {
    const [one, other] = [await alone(), await alone()];
    await storeWith(one.executionId, [artifact('a-1.1.txt', 0, 'mine')]);
    expect(await contentOf(one, 'a-1.1.txt')).toBe('mine');
    expect(await contentOf(other, 'a-1.1.txt')).toBeUndefined();
  });
});

interface Running {
  executionId: number;
  conversationId: number | null;
}

async function running(conversation: TestConversation, turnId: string): Promise<Running> {
  await accept(store.db, conversation, [turnId]);
  await begin(store.db, conversation, turnId);
  return facts(turnWorkflowId(conversation.id, turnId));
}

async function alone(): Promise<Running> {
  const workflowId = executionWorkflowId(FLOW, newConversation().user);
  await beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user: 'ada', text: 'go' });
  return facts(workflowId);
}

async function facts(workflowId: string): Promise<Running> {
  const executionId = await rowId(store.db, workflowId);
  const { conversation_id: conversationId } = await store.db
    .selectFrom('execution')
    .select('conversation_id')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow();
  return { executionId, conversationId };
}

function artifact(name: string, part: number, content?: string): NewArtifact {
  const bytes = content === undefined ? EVERY_BYTE : Buffer.from(content);
  return { part, name, mediaType: 'text/plain', content: bytes, tokens: 7 };
}

function storeWith(executionId: number, artifacts: NewArtifact[]): Promise<unknown> {
  const key = { executionId, step: 1, ordinal: 1, workflowId: 'w', nodeId: 'agent' };
  return storeToolResult(store.db, { ...key, content: [], tokenCount: 4, spilledTokens: 9, artifacts });
}

async function contentOf(from: Running, name: string): Promise<string | undefined> {
  return (await findArtifact(store.db, { ...from, name }))?.content.toString('utf8');
}
