import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProject } from '../../../cli/project/check-project.js';
import { loadProjectContext } from '../../../cli/project/load-project-context.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { listTriggers } from '../../../flow/graph/list-triggers.js';
import { assembleContext } from '../../../flow/validation/assemble-context.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { checkFlows } from '../../../worker/check-flows.js';

const PAY: FlowDefinition = {
  slug: 'pay',
  name: 'Pay',
  nodes: [
    { id: 'start', kind: 'manual' },
    { id: 'done', kind: 'reply', config: { text: 'paid' } },
  ],
  edges: [{ from: 'start', to: 'done' }],
};

const ORDER: FlowDefinition = {
  slug: 'order',
  name: 'Order',
  nodes: [
    { id: 'start', kind: 'manual' },
    { id: 'paid', kind: 'subflow', config: { flow: 'pay', trigger: 'begin' } },
    { id: 'sent', kind: 'subflow', config: { flow: 'send' } },
    { id: 'clerk', kind: 'agent', config: { model: 'offline:demo', spawns: ['self', 'pay', 'file'] } },
  ],
  edges: [
    { from: 'start', to: 'paid' },
    { from: 'paid', to: 'sent' },
    { from: 'sent', to: 'clerk' },
  ],
};
const FLOWS = [PAY, ORDER];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-context-'));
  await writeFile(
    join(folder, 'threadline.config.mjs'),
    `export default ${JSON.stringify({ flows: FLOWS })}`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

describe('loadProjectContext', () => {
  test('the same flows by each way in -> the same problems', async () => {
    const project = await loadProjectContext({ model: {} }, folder);
    const registered = project?.registered;
    const checked = (context: ReturnType<typeof assembleContext>): string[] =>
      validateFlow(ORDER, context).problems.map(({ message }) => message);
    const byFile = checked(assembleContext({ registered, project: project?.project }));
    expect(byFile).toEqual([
      expect.stringContaining("'send' in field 'config.flow', but this flow is not registered"),
      expect.stringContaining("'file' in field 'config.spawns[2]', but this flow is not registered"),
      expect.stringContaining("'begin' in field 'config.trigger', which is not a trigger of flow 'pay'"),
    ]);
    const told = byFile.map((message) => `Flow 'order': ${message}`);
    const models = createModelRegistry({});
    const started = {
      tools: { names: () => registered?.tools ?? [] },
      nodes: { kinds: () => [] },
      models,
      context: DEFAULT_CONTEXT_SETTINGS,
    };
    const own = { kind: 'own', file: '/project/threadline.config.ts', project: { flows: FLOWS } } as const;
    expect(await checkProject(own, { model: {}, context: DEFAULT_CONTEXT_SETTINGS })).toEqual(told);
    expect(checkFlows(FLOWS, started)).toEqual(told);
    expect(checkFlows([ORDER], { ...started, stored: listTriggers([PAY]) })).toEqual(told);
    const stored = listTriggers(FLOWS);
    expect(checked(assembleContext({ registered, stored }))).toEqual(byFile);
    expect(checked(assembleContext({ registered, together: FLOWS }))).toEqual(byFile.slice(2));
  });

  test('a folder without a project -> no tools and kinds are known', async () => {
    expect(await loadProjectContext({ model: {} }, tmpdir())).toBeUndefined();
  });
});
