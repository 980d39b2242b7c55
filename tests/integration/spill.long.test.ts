import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countTextTokens } from '../../models/counting/count-tokens.js';
import { payloadTexts, summarizeHistory } from '../../packages/testing/history-summary.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import {
  artifactsOf,
  BIG,
  DATA,
  flowOf,
  LIMIT,
  PNG,
  results,
  runs,
  toolNames,
  TOOLS,
  traceOf,
} from './fixtures/spill-tools.js';

let system: TestSystem;
let failPoint: string | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      flowOf('reads', {}),
      flowOf('blind', { artifacts: false }),
      flowOf('words', { extraConfig: { contextWindow: 16_000, images: false } }),
    ],
    tools: TOOLS,
    onPoint: (point) => {
      if (point !== failPoint) return;
      failPoint = undefined;
      throw new Error(`Fault at ${point}`);
    },
  });
});
afterAll(() => system?.stop());

describe('oversized tool results', () => {
  test('5 MB -> a pointer; read back by offset, line and pattern; stored byte for byte, nowhere else', async () => {
    system.model.reply(
      toolCalls([{ name: 'big', arguments: {} }]),
      toolCalls([
        { name: 'read_artifact', arguments: { name: 'artifact:big-1.1.txt', offset: 61, limit: 30 } },
        { name: 'read_artifact_lines', arguments: { name: 'big-1.1.txt', from: 40_000, to: 40_001 } },
        { name: 'search_artifact', arguments: { name: 'big-1.1.txt', pattern: '^row 7777\\d:' } },
        { name: 'read_artifact', arguments: { name: 'big-1.1.txt' } },
      ]),
      text('done'),
    );
    const { executionId } = await conversationOf('reads').ask('go');
    const [first, second, third] = system.model.requests.slice(-3);
    expect(toolNames(first)).not.toContain('read_artifact');
    expect(toolNames(second)).toEqual(
      expect.arrayContaining(['read_artifact', 'read_artifact_lines', 'search_artifact']),
    );
    const [pointer = ''] = results(second);
    expect(pointer).toMatch(
      /^Too large: \d+ of 2400 tokens; stored as artifact:big-1\.1\.txt; read it with /,
    );
    expect(pointer).toMatch(
      /\n\nrow 1: größe [^]*\[… \d+ characters left out …\][^]*row 80000: größe x+ 😀\n$/,
    );
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(LIMIT);
    const [, page = '', lines, found, whole = ''] = results(third);
    expect(page).toBe(`characters 61-91 of ${BIG.length}; next offset: 91\n${BIG.slice(61, 91)}`);
    expect(lines).toMatch(/^lines 40000-40001 of 80000; next line: 40002\nrow 40000: .*\nrow 40001: .*😀$/);
    expect(found).toMatch(/^10 matches in characters .*; end\nline 77770, offset \d+: row 77770:/);
    expect(whole).toMatch(/^characters 0-\d+ of \d+; next offset: \d+\n/);
    expect(countTextTokens(whole)).toBeLessThanOrEqual(LIMIT);
    const [artifact, ...others] = await artifactsOf(system, executionId);
    expect(artifact).toMatchObject({ name: 'big-1.1.txt', media_type: 'text/plain; charset=utf-8' });
    expect(others).toEqual([]);
    expect(artifact!.content.equals(Buffer.from(BIG, 'utf8'))).toBe(true);
    const execution = system.temporal.workflow.getHandle(executionId);
    expect((await payloadTexts(execution)).join('')).not.toContain('größe');
    expect((await summarizeHistory(execution)).bytes).toBeLessThan(32_768);
    const rows = await traceOf(system, executionId);
    expect(rows[1]!.spilled_tokens + rows[1]!.token_count - 4).toBe(countTextTokens(BIG));
    expect(rows[1]!.bytes).toBeLessThan(20_000);
  });

  test('H23: three tools at once, one oversized -> only it is replaced, the order is kept', async () => {
    const calls = ['small', 'data', 'small'].map((name, index) => ({ name, arguments: { index } }));
    system.model.reply(toolCalls(calls), text('done'));
    const { executionId } = await conversationOf('reads').ask('go');
    const [one, two, three] = results(system.model.requests.at(-1));
    expect([one, three]).toEqual(['little', 'little']);
    expect(two).toContain('stored as artifact:data-1.2.json');
    const [artifact] = await artifactsOf(system, executionId);
    expect(JSON.parse(String(artifact!.content))).toEqual(DATA);
  });

  test('an error of 5 MB -> its gist stays, and its status', async () => {
    system.model.reply(toolCalls([{ name: 'broken', arguments: {} }]), text('done'));
    const { executionId } = await conversationOf('reads').ask('go');
    const [result] = results(system.model.requests.at(-1));
    expect(result).toMatch(
      /^broken failed: The disk is full\. row 1: [^]*stored as artifact:broken-1\.1\.txt/,
    );
    expect(await traceOf(system, executionId)).toMatchObject([{}, { type: 'error-text' }, {}]);
  });

  test('H19, H20: a text and five pictures, one of them broken -> stored one by one, listed; each can be loaded again', async () => {
    system.model.reply(
      toolCalls([
        { name: 'camera', arguments: {} },
        { name: 'view', arguments: {} },
      ]),
      toolCalls([{ name: 'read_artifact', arguments: { name: 'camera-1.1_img2.png' } }]),
      text('done'),
    );
    const { executionId } = await conversationOf('reads').ask('go');
    const [first, second] = system.model.requests.slice(-2);
    const [pointer, view] = results(first);
    expect(pointer).toContain(
      'its pictures, stored: artifact:camera-1.1_img0.png, artifact:camera-1.1_img2.png, artifact:camera-1.1_img3.png',
    );
    expect(pointer).toContain('Five views.');
    expect(view).toBe('[1 picture: it is in the user message behind the results]');
    expect(first!.messages.slice(-3).map(({ role }) => role)).toEqual(['tool', 'tool', 'user']);
    expect(first!.messages.at(-1)).toEqual(pictureFrom('view', first!.messages.at(-2)));
    expect(results(second).at(-1)).toMatch(
      /^artifact:camera-1\.1_img2\.png, image\/png, 9008 bytes\n\[1 picture/,
    );
    expect(second!.messages.at(-1)).toEqual(pictureFrom('read_artifact', second!.messages.at(-2)));
    const stored = await artifactsOf(system, executionId);
    expect(stored.map(({ name }) => name)).toEqual([
      'camera-1.1.txt',
      ...[0, 2, 3, 4].map((index) => `camera-1.1_img${index}.png`),
    ]);
    expect(stored[2]!.content).toEqual(PNG);
    const [, call] = await system.client.executions.explain(executionId);
    expect(call!.context.messages.find(({ name }) => name === 'step 1 result 2')).toMatchObject({
      images: 1,
    });
    expect(call!.context.segments.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(16_000);
  });

  test('a model without images -> reads where they are stored, also from read_artifact', async () => {
    system.model.reply(
      toolCalls([{ name: 'view', arguments: {} }]),
      toolCalls([{ name: 'read_artifact', arguments: { name: 'view-1.1_img0.png' } }]),
      text('done'),
    );
    const { executionId } = await conversationOf('words').ask('go');
    expect(results(system.model.requests.at(-1))).toEqual([
      '[A picture, image/png, stored as artifact:view-1.1_img0.png: this model does not accept images]',
      'artifact:view-1.1_img0.png, image/png, 9008 bytes: the image cannot be shown, because this model does not accept images.',
    ]);
    const [artifact] = await artifactsOf(system, executionId);
    expect(artifact!.content).toEqual(PNG);
  });

  test('H13, H14: artifacts are off -> it is cut, and the model is asked to narrow its query', async () => {
    system.model.reply(
      toolCalls([{ name: 'big', arguments: {} }]),
      toolCalls([{ name: 'read_artifact', arguments: { name: 'big-1.1.txt' } }]),
      text('done'),
    );
    const { executionId } = await conversationOf('blind').ask('go');
    const [narrow, refused] = results(system.model.requests.at(-1));
    expect(narrow).toMatch(/^Too large: \d+ of 2400 tokens; the rest was not stored: narrow the query/);
    expect(refused).toBe(
      "There is no tool 'read_artifact'; the tools there are: big, small, data, broken, camera, view, counted",
    );
    expect(toolNames(system.model.requests.at(-1))).not.toContain('read_artifact');
    expect(await artifactsOf(system, executionId)).toEqual([]);
  });

  test('H13: Postgres refuses the artifact permanently -> it is dropped, and the run continues', async () => {
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No room for artifacts'; end $$`.execute(system.db);
    await sql`create trigger refuse before insert on artifact execute function refuse()`.execute(system.db);
    try {
      system.model.reply(toolCalls([{ name: 'big', arguments: {} }]), text('done'));
      const { executionId, text: answer } = await conversationOf('reads').ask('go');
      expect(answer).toBe('done');
      expect(results(system.model.requests.at(-1))).toEqual([expect.stringContaining('narrow the query')]);
      expect(await artifactsOf(system, executionId)).toEqual([]);
    } finally {
      await sql`drop trigger refuse on artifact`.execute(system.db);
    }
  });

  test.each([
    ['runTool.ran', 2],
    ['runTool.stored', 1],
  ])(
    'the Activity is retried after %s -> run %d times, one artifact, one result',
    async (point, expected) => {
      runs.count = 0;
      failPoint = point;
      system.model.reply(toolCalls([{ name: 'counted', arguments: {} }]), text('done'));
      const { executionId } = await conversationOf('reads').ask('go');
      expect(runs.count).toBe(expected);
      expect(await artifactsOf(system, executionId)).toHaveLength(1);
      expect(await traceOf(system, executionId)).toHaveLength(3);
    },
  );
});

function pictureFrom(tool: string, result: Readonly<Record<string, unknown>> | undefined) {
  return {
    role: 'user',
    content: [
      { type: 'text', text: `Picture from the result of ${tool} (${String(result?.['tool_call_id'])}):` },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
    ],
  };
}

function conversationOf(flow: 'reads' | 'blind' | 'words') {
  return system.client.conversation({ flow, user: system.newUser() });
}
