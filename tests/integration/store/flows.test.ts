import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import {
  findPinnedVersion,
  listFlowSlugs,
  findFlowVersion,
  registerFlows,
  storeDraft,
} from '../../../store/flows/flows.js';
import { listFlows, listFlowVersions } from '../../../store/flows/flow-views.js';
import { announceWorker, removeWorker } from '../../../store/workers/live-workers.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('registerFlows', () => {
  test('a flow for the first time -> version 1; again -> still version 1', async () => {
    const flow = flowOf('first', 'one');
    for (let times = 0; times < 2; times += 1) {
      await registerFlows(store.db, [flow]);
      expect((await findPinnedVersion(store.db, 'first'))?.version).toBe(1);
    }
    expect(await findFlowVersion(store.db, 'first', 1)).toEqual(flow);
  });

  test('a definition that changed -> the next version; the old one stays', async () => {
    await registerFlows(store.db, [flowOf('changed', 'one')]);
    await registerFlows(store.db, [flowOf('changed', 'two')]);
    expect((await findPinnedVersion(store.db, 'changed'))?.version).toBe(2);
    expect(await findFlowVersion(store.db, 'changed', 1)).toEqual(flowOf('changed', 'one'));
    expect(await findFlowVersion(store.db, 'changed', 2)).toEqual(flowOf('changed', 'two'));
  });

  test('back to an old definition -> its version is current again, the next change gets a new one', async () => {
    for (const name of ['one', 'two', 'one']) await registerFlows(store.db, [flowOf('back', name)]);
    expect((await findPinnedVersion(store.db, 'back'))?.version).toBe(1);
    await registerFlows(store.db, [flowOf('back', 'three')]);
    expect((await findPinnedVersion(store.db, 'back'))?.version).toBe(3);
  });

  test('several workers at once, some with the old definition -> two versions, one of them current', async () => {
    const [old, next] = [flowOf('raced', 'old'), flowOf('raced', 'new')];
    await Promise.all([old, next, old, next, old, next].map((flow) => registerFlows(store.db, [flow])));
    expect([1, 2]).toContain((await findPinnedVersion(store.db, 'raced'))?.version);
    const rows = await store.db
      .selectFrom('flow_version')
      .select('version')
      .where('flow_slug', '=', 'raced')
      .execute();
    expect(rows.map((row) => row.version).sort()).toEqual([1, 2]);
  });

  test('a worker announces other schemas -> recorded once; started again -> no row is written', async () => {
    const flow = flowOf('recorded', 'one');
    const worker = {
      id: '5a0d9a4e-6f0e-4c57-9f5b-0f1f3a8c2d11',
      name: 'worker',
      tools: ['*'],
      models: ['*'],
    };
    const writes = new Set<string>();
    for (const hash of ['a', 'a', 'b', 'b']) {
      const kinds = flow.nodes.map(({ kind }) => kind);
      const schemas = { tools: {}, kinds: { agent: hash } };
      await announceWorker(store.db, { ...worker, kinds, schemas, flows: {}, taskQueue: 'recorded' });
      await registerFlows(store.db, [flow], { republishes: false });
      const { rows } = await sql<{ xmin: string }>`
        select xmin from flow_version where flow_slug = 'recorded'`.execute(store.db);
      writes.add(rows[0]!.xmin);
    }
    expect(writes.size).toBe(2);
    await removeWorker(store.db, worker.id);
  });

  test('several flows -> all of them, listed sorted', async () => {
    await registerFlows(store.db, [flowOf('a', 'one'), flowOf('b', 'one')]);
    const slugs = await listFlowSlugs(store.db);
    expect(slugs).toEqual(expect.arrayContaining(['a', 'assistant', 'b']));
    expect(slugs).toEqual([...slugs].sort());
  });
});

describe('storeDraft', () => {
  test('a changed definition -> a version that is pinned only by name; once published, the current one', async () => {
    const [published, draft] = [flowOf('tried', 'one'), flowOf('tried', 'two')];
    await registerFlows(store.db, [published]);
    const stored = { version: 2, isDraft: true };
    expect(await storeDraft(store.db, draft, 'ada')).toEqual(stored);
    expect(await storeDraft(store.db, draft, 'ada')).toEqual(stored);
    expect(await findPinnedVersion(store.db, 'tried')).toMatchObject({ version: 1 });
    expect(await findPinnedVersion(store.db, 'tried', { version: 2 })).toMatchObject({ version: 2 });
    expect(await listFlowVersions(store.db, 'tried')).toMatchObject([
      { version: 2, isCurrent: false, isDraft: true },
      { version: 1, isCurrent: true, isDraft: false },
    ]);
    await registerFlows(store.db, [draft]);
    expect(await listFlowVersions(store.db, 'tried')).toMatchObject([
      { version: 2, isCurrent: true, isDraft: false },
      { version: 1, isCurrent: false, isDraft: false },
    ]);
  });

  test('an already published version -> unchanged', async () => {
    await registerFlows(store.db, [flowOf('same', 'one')]);
    const stored = { version: 1, isDraft: false };
    expect(await storeDraft(store.db, flowOf('same', 'one'), 'ada')).toEqual(stored);
    expect(await listFlowVersions(store.db, 'same')).toMatchObject([{ isCurrent: true, isDraft: false }]);
  });

  test('of an unpublished flow -> the flow is not listed, and cannot be begun', async () => {
    await storeDraft(store.db, flowOf('only-tried', 'one'), 'ada');
    expect(await listFlowSlugs(store.db)).not.toContain('only-tried');
    expect((await listFlows(store.db)).map(({ slug }) => slug)).not.toContain('only-tried');
    expect(await findPinnedVersion(store.db, 'only-tried')).toBeUndefined();
  });
});

describe('findFlowVersion', () => {
  test('a version that does not exist -> none', async () => {
    expect(await findFlowVersion(store.db, 'assistant', 99)).toBeUndefined();
  });
});

describe('findPinnedVersion', () => {
  test('a flow that does not exist -> no current version', async () => {
    expect(await findPinnedVersion(store.db, 'nobody')).toBeUndefined();
  });
});

function flowOf(slug: string, name: string): FlowDefinition {
  return { ...assistantFlow('offline:demo'), slug, name };
}
