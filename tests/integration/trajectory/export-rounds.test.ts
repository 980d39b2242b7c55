import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  exportRounds,
  exportRoundSoon,
  exportsSettled,
} from '../../../activities/trajectory/export-rounds.js';
import type { Database } from '../../../store/database.js';
import { forgetUser } from '../../../store/users/forget-user.js';
import { sessionFolder } from '../../../store/trajectory/files/session-folder.js';
import {
  accept,
  answer,
  begin,
  counting,
  finish,
  newConversation,
  say,
  useDatabase,
  type TestConversation,
} from '../store/fixtures/store-harness.js';

const store = useDatabase();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exported '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('exportRounds', () => {
  test('a running round -> not written until it has ended, and then completely', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['one']);
    await begin(store.db, conversation, 'one');
    const workflowId = `${conversation.id}/turn/one`;
    await say(store.db, workflowId, {
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }],
    });
    const asked = { session: conversation.id, last: 20 };
    await exportRounds({ db: store.db, trajectoryFiles: { folder } }, asked);
    expect(readdirSync(folder)).toEqual([]);
    await finish(store.db, workflowId, 'cancelled');
    await exportRounds({ db: store.db, trajectoryFiles: { folder } }, asked);
    expect(graphFiles(conversation)).toEqual(['Run1_Subagent.json']);
  });

  test('several rounds -> each is read right before it is written', async () => {
    const conversation = newConversation();
    for (const turn of ['one', 'two']) await answer(store.db, conversation, turn);
    const done: string[] = [];
    const db = watched(store.db, { readsRuns: () => void done.push('read') });
    const trajectoryFiles = {
      folder,
      get cleanArchive() {
        done.push('written');
        return true;
      },
    };
    await exportRounds({ db, trajectoryFiles }, { session: conversation.id, last: 20 });
    expect(done).toEqual(['read', 'written', 'read', 'written']);
  });

  test('a user who is forgotten between reading and writing -> nothing is written, no folder is left', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 'one');
    const db = watched(store.db, {
      readsRuns: async () =>
        void (await forgetUser(store.db, conversation.user, { actor: 'test', via: 'client' })),
    });
    await exportRounds({ db, trajectoryFiles: { folder } }, { session: conversation.id, last: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('exportRoundSoon', () => {
  test('a round -> returns before it is written; earlier missed ones follow', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 'one');
    const workflowId = await answer(store.db, conversation, 'two');
    exportRoundSoon({ db: store.db, trajectoryFiles: { folder } }, { workflowId });
    expect(readdirSync(folder)).toEqual([]);
    await exportsSettled();
    expect(graphFiles(conversation)).toEqual(['Run1_Subagent.json', 'Run2_Subagent.json']);
  });

  test('a round with earlier ones on file -> the earlier ones are not written again', async () => {
    const conversation = newConversation();
    const first = await answer(store.db, conversation, 'one');
    exportRoundSoon({ db: store.db, trajectoryFiles: { folder } }, { workflowId: first });
    await exportsSettled();
    const path = join(pathOf(conversation), 'Run1_Subagent.json');
    rmSync(join(pathOf(conversation), 'Run1_Subagent.meta.json'));
    const before = readFileSync(path, 'utf8');
    const second = await answer(store.db, conversation, 'two');
    exportRoundSoon({ db: store.db, trajectoryFiles: { folder } }, { workflowId: second });
    await exportsSettled();
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(join(pathOf(conversation), 'Run1_Subagent.meta.json'))).toBe(false);
  });

  test('no folder -> not one statement', async () => {
    const { db, take } = counting(store.db);
    exportRoundSoon({ db, trajectoryFiles: undefined }, { workflowId: 'any' });
    await exportRounds({ db, trajectoryFiles: undefined }, { session: 'any', last: 20 });
    await exportsSettled();
    expect(take()).toBe(0);
  });
});

function pathOf({ user, id }: TestConversation): string {
  return sessionFolder(folder, { user, session: id });
}

function graphFiles(conversation: TestConversation): string[] {
  return readdirSync(pathOf(conversation))
    .filter((name) => !name.endsWith('.meta.json'))
    .sort();
}

function watched(db: Database, { readsRuns }: { readsRuns: () => Promise<void> | void }): Database {
  const reads = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('run.sub_agent')) reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await readsRuns();
      return result;
    },
  };
  return db.withPlugin(plugin);
}
