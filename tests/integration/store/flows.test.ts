import { describe, expect, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import {
  findCurrentFlowVersion,
  listFlowSlugs,
  findFlowVersion,
  registerFlows,
} from '../../../store/flows/flows.js';
import { useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('registerFlows', () => {
  test('a flow for the first time -> version 1; again -> still version 1', async () => {
    const flow = flowOf('first', 'one');
    for (let times = 0; times < 2; times += 1) {
      await registerFlows(store.db, [flow]);
      expect((await findCurrentFlowVersion(store.db, 'first'))?.version).toBe(1);
    }
    expect(await findFlowVersion(store.db, 'first', 1)).toEqual(flow);
  });

  test('a definition that changed -> the next version; the old one stays', async () => {
    await registerFlows(store.db, [flowOf('changed', 'one')]);
    await registerFlows(store.db, [flowOf('changed', 'two')]);
    expect((await findCurrentFlowVersion(store.db, 'changed'))?.version).toBe(2);
    expect(await findFlowVersion(store.db, 'changed', 1)).toEqual(flowOf('changed', 'one'));
    expect(await findFlowVersion(store.db, 'changed', 2)).toEqual(flowOf('changed', 'two'));
  });

  test('back to an old definition -> its version is current again, the next change gets a new one', async () => {
    for (const name of ['one', 'two', 'one']) await registerFlows(store.db, [flowOf('back', name)]);
    expect((await findCurrentFlowVersion(store.db, 'back'))?.version).toBe(1);
    await registerFlows(store.db, [flowOf('back', 'three')]);
    expect((await findCurrentFlowVersion(store.db, 'back'))?.version).toBe(3);
  });

  test('several workers at once, some with the old definition -> two versions, one of them current', async () => {
    const [old, next] = [flowOf('raced', 'old'), flowOf('raced', 'new')];
    await Promise.all([old, next, old, next, old, next].map((flow) => registerFlows(store.db, [flow])));
    expect([1, 2]).toContain((await findCurrentFlowVersion(store.db, 'raced'))?.version);
    const rows = await store.db
      .selectFrom('flow_version')
      .select('version')
      .where('flow_slug', '=', 'raced')
      .execute();
    expect(rows.map((row) => row.version).sort()).toEqual([1, 2]);
  });

  test('several flows -> all of them, listed sorted', async () => {
    await registerFlows(store.db, [flowOf('a', 'one'), flowOf('b', 'one')]);
    const slugs = await listFlowSlugs(store.db);
    expect(slugs).toEqual(expect.arrayContaining(['a', 'assistant', 'b']));
    expect(slugs).toEqual([...slugs].sort());
  });
});

describe('findFlowVersion', () => {
  test('a version that is not there -> none', async () => {
    expect(await findFlowVersion(store.db, 'assistant', 99)).toBeUndefined();
  });
});

describe('findCurrentFlowVersion', () => {
  test('a flow that is not there -> no current version', async () => {
    expect(await findCurrentFlowVersion(store.db, 'nobody')).toBeUndefined();
  });
});

function flowOf(slug: string, name: string): FlowDefinition {
  return { ...assistantFlow('offline:demo'), slug, name };
}
