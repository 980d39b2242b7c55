import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { TOUCHED_HEADING } from '../../../context/compaction/touched-part.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { prune } from '../../../trajectory/graph/prune.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { touchedTable } from '../../../trajectory/touched/touched.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { isCompaction, requestText } from '../context/fixtures/requests.js';
import { compactions } from '../context/fixtures/rows.js';
import { words } from '../context/fixtures/words.js';

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number() }),
  execute: ({ n }) => `Page ${n}: ${words(900)}`,
  touches: ({ n }) => [{ type: 'File', name: `pages/${n}.md`, description: `Page number ${n}` }],
});
const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks a page up, and finds none.',
  input: z.object({ n: z.number() }),
  execute({ n }, { touch }) {
    touch({ type: 'File', name: `pages/lost-${n}.md` });
    throw new Error('There is no such page');
  },
});
const SMALL = { window: 4_000, maxOutputTokens: 400, tools: ['page', 'look_up'] };

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      { ...agentFlow({ slug: 'reader', ...SMALL }) },
      {
        ...agentFlow({ slug: 'silent', ...SMALL }),
        trajectory: { touched: false },
      },
    ],
    tools: [page, lookUp],
    settings: { spillPct: 0 },
  });
});
afterAll(() => system?.stop());

describe('compaction', () => {
  test('with touched things -> the table ends the summary, once, and explain shows it', async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    system.model.reply(...pages(1, 4), text('FIRST'), ...pages(5, 7), text('SECOND'), text('done'));
    const { executionId } = await conversation.ask('Read the pages 1 to 7.');
    const rows = await compactions(system, executionId);
    expect(rows.map(({ status }) => status)).toEqual(['adopted', 'adopted']);
    for (const { summary } of rows) expect(summary!.split(TOUCHED_HEADING)).toHaveLength(2);
    const [summary, table] = rows[1]!.summary!.split(TOUCHED_HEADING);
    expect(summary).toBe('SECOND');
    for (let n = 1; n <= 6; n += 1) expect(table).toContain(`"pages/${n}.md"`);
    expect(table).toContain('Tool "page"');
    const asked = system.model.requests.filter(isCompaction).at(-1)!;
    expect(requestText(asked)).toContain('FIRST');
    expect(requestText(asked)).not.toContain(TOUCHED_HEADING.trim());
    expect(requestText(system.model.requests.at(-1)!)).toContain('File "pages/2.md" | read');
    const last = (await system.client.executions.explain(executionId)).at(-1)!;
    expect(last.context.messages[0]!.name).toMatch(/^summary of .*, with what was touched$/);
  });

  test('a call that failed and was repeated in another way -> in the full view, not in the pruned one, nor in the returned table', async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    system.model.reply(lookingUp(1), ...pages(1, 4), text('FIRST'), text('done'));
    const { executionId } = await conversation.ask('Read the pages 1 to 4.');
    const [row] = await compactions(system, executionId);
    expect(row!.summary).toContain('"pages/1.md"');
    for (const gone of ['lost', 'look_up']) expect(row!.summary).not.toContain(gone);
    expect(requestText(system.model.requests.at(-1)!)).not.toContain('lost');
    const { agents } = await system.client.executions.trajectory(executionId);
    const { view } = agents[0]!;
    expect(namesIn(view)).toEqual(expect.arrayContaining(['pages/lost-1.md', 'look_up', 'pages/1.md']));
    const left = namesIn(prune(view));
    expect(left).toContain('pages/1.md');
    for (const gone of ['pages/lost-1.md', 'look_up']) expect(left).not.toContain(gone);
  });

  test('of a flow with touched: false -> only the summary', async () => {
    const conversation = system.client.conversation({ flow: 'silent', user: system.newUser() });
    system.model.reply(...pages(1, 4), text('FIRST'), text('done'));
    const { executionId } = await conversation.ask('Read the pages 1 to 4.');
    expect(await compactions(system, executionId)).toMatchObject([{ status: 'adopted', summary: 'FIRST' }]);
  });

  test('a table that leaves too little room -> adopted without it', async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    system.model.reply(...pages(1, 4), text(words(2_280, 'light')), text('done'));
    const { executionId } = await conversation.ask('Read the pages 1 to 4.');
    const [row] = await compactions(system, executionId);
    expect(row).toMatchObject({ status: 'adopted', summary: words(2_280, 'light') });
  });

  test('of a cleared history -> nothing touched before the clear', async () => {
    const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
    system.model.reply(...pages(9, 9), text('read'));
    await conversation.ask('Read page 9.');
    await conversation.clear();
    system.model.reply(...pages(1, 4), text('FIRST'), text('done'));
    const { executionId } = await conversation.ask('Read the pages 1 to 4.');
    const [row] = await compactions(system, executionId);
    expect(row!.summary).toContain('"pages/1.md"');
    expect(row!.summary).not.toContain('"pages/9.md"');
  });
});

function lookingUp(n: number) {
  return toolCalls([{ name: 'look_up', arguments: { n } }]);
}

function namesIn(view: TrajectoryView): string[] {
  return touchedTable(view).map(({ name }) => name);
}

function pages(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    toolCalls([{ name: 'page', arguments: { n: first + index } }]),
  );
}
