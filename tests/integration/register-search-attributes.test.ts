import { NativeConnection } from '@temporalio/worker';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import { SEARCH_ATTRIBUTE_NAMES } from '../../protocol/search-attributes.js';
import { startServers, type Servers } from '../../servers/index.js';
import {
  registerSearchAttributes,
  type ListSearchAttributes,
} from '../../worker/register-search-attributes.js';

const FOREIGN = Array.from({ length: 7 }, (_, index) => `Foreign${index}`);

let folder: string;
let servers: Servers;
let connection: NativeConnection;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-attributes-'));
  const keywords = [...FOREIGN, 'ConversationId', 'FlowSlug'].map((name) => [name, 'Keyword']);
  servers = await startServers({
    dataDir: folder,
    databaseUrl: inject('environment').postgresUrl,
    persist: false,
    ui: false,
    searchAttributes: { ...Object.fromEntries(keywords), UserId: 'Text' },
  });
  connection = await NativeConnection.connect({ address: servers.temporal.address });
});
afterAll(async () => {
  await connection?.close();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('registerSearchAttributes', () => {
  test('room for one more, and one of another type -> a note names both, and turns set the existing ones', async () => {
    const { list, notes } = await register({ mode: 'register', namespace: 'default' });
    expect(notes).toEqual([
      expect.stringMatching(
        /^Workflows do not set the search attributes UserId, WaitsFor: 'WaitsFor' cannot be registered \(.*\); 'UserId' is not of type Keyword; /,
      ),
    ]);
    expect(list()).toEqual(['ConversationId', 'FlowSlug']);
    const system = await startTestSystem({
      ...inject('environment'),
      temporalAddress: servers.temporal.address,
      searchAttributes: list(),
    });
    try {
      system.model.reply(text('Hello.'));
      const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
      const { executionId } = await conversation.ask('Hello');
      for (const id of [conversation.workflowId, executionId]) {
        const { typedSearchAttributes } = await system.temporal.workflow.getHandle(id).describe();
        const set = typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value] as const);
        expect(Object.fromEntries(set.filter(([name]) => name !== 'BuildIds'))).toEqual({
          ConversationId: conversation.workflowId,
          FlowSlug: 'assistant',
        });
      }
    } finally {
      await system.stop();
    }
    const { list: later } = await register({ mode: 'register', namespace: 'default' });
    expect(later()).toEqual(['ConversationId', 'FlowSlug', 'RootExecutionId']);
  });

  test('the namespace does not allow listing -> no attributes, and a note', async () => {
    const { list, notes } = await register({ mode: 'register', namespace: 'none' });
    expect(list()).toEqual([]);
    expect(notes).toHaveLength(1);
  });

  test('assume -> all, without a request', async () => {
    const { list, notes } = await register({ mode: 'assume', namespace: 'none' });
    expect(list()).toEqual(SEARCH_ATTRIBUTE_NAMES);
    expect(notes).toEqual([]);
  });
});

async function register(options: {
  mode: 'register' | 'assume';
  namespace: string;
}): Promise<{ list: ListSearchAttributes; notes: string[] }> {
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  return { list: await registerSearchAttributes({ connection, onNote, ...options }), notes };
}
