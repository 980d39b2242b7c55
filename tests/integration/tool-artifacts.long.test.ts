import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool, type ToolContext } from '../../extend/tools/define-tool.js';
import { artifactsOf, BIG, flowOf, results } from './fixtures/spill-tools.js';

const CSV = 'id,name\n1,Ada\n2,Zoë\n';
const BYTES = Uint8Array.from({ length: 256 }, (_, index) => index);
const contexts: ToolContext[] = [];
const seen: { mediaType: string; content: Buffer }[] = [];

const TOOLS = [
  defineTool({
    name: 'export',
    description: 'Saves a table.',
    input: z.looseObject({ name: z.string(), mediaType: z.string().optional() }),
    retry: 'safe',
    async execute({ name, mediaType }, context) {
      contexts.push(context);
      const saved = await context.artifacts.save({ name, content: CSV, ...(mediaType && { mediaType }) });
      return `artifact:${saved.name}`;
    },
  }),
  defineTool({
    name: 'chart',
    description: 'Saves bytes.',
    input: z.object({}),
    async execute(_input, { artifacts }) {
      return artifacts.save({ name: 'chart.bin', content: BYTES });
    },
  }),
  defineTool({ name: 'big', description: 'Large.', input: z.object({}), execute: () => BIG }),
  defineTool({
    name: 'total',
    description: 'Reads what was stored.',
    input: z.object({ name: z.string() }),
    async execute({ name }, { artifacts }) {
      const found = await artifacts.read(name);
      if (found === undefined) return 'nothing';
      seen.push({ mediaType: found.mediaType, content: Buffer.from(found.content) });
      return found.text().length;
    },
  }),
  ...(['safe', 'never'] as const).map((retry) =>
    defineTool({
      name: `cut_${retry}`,
      description: 'Loses its connection while it saves.',
      input: z.object({}),
      retry,
      async execute(_input, { artifacts }) {
        const save = () => artifacts.save({ name: `${retry}.txt`, content: 'x' });
        tries[retry] += 1;
        await (tries[retry] === 1 ? cutOff(save) : save());
        return `saved in try ${tries[retry]}`;
      },
    }),
  ),
];
const tries = { safe: 0, never: 0 };

let system: TestSystem;
beforeAll(async () => {
  const flows = [flowOf('saves', { tools: TOOLS.map(({ name }) => name) })];
  system = await startTestSystem(inject('environment'), { flows, tools: TOOLS });
});
afterAll(() => system?.stop());

describe('what a tool saves', () => {
  test('a text -> read by a later call, by the model, and in a later turn', async () => {
    const conversation = conversationOf();
    expect(
      await play(conversation, [
        { name: 'export', arguments: { name: 'people.csv', mediaType: 'Text/CSV; charset=latin1' } },
        { name: 'total', arguments: { name: 'artifact:people.csv' } },
        { name: 'read_artifact', arguments: { name: 'artifact:people.csv' } },
        { name: 'search_artifact', arguments: { name: 'people.csv', pattern: 'Zo.' } },
      ]),
    ).toEqual([
      'artifact:people.csv',
      String(CSV.length),
      `characters 0-${CSV.length} of ${CSV.length}; end\n${CSV}`,
      expect.stringMatching(/^1 match /),
    ]);
    expect(seen.at(-1)).toEqual({ mediaType: 'text/csv', content: Buffer.from(CSV) });
    const [total, page] = await play(conversation, [
      { name: 'total', arguments: { name: 'people.csv' } },
      { name: 'read_artifact', arguments: { name: 'people.csv', offset: 8, limit: 1 } },
    ]);
    expect([total, page]).toEqual([String(CSV.length), expect.stringContaining('characters 8-')]);
  });

  test('bytes -> read by a tool unchanged, refused to the model in a sentence', async () => {
    const [, total, page] = await play(conversationOf(), [
      { name: 'chart', arguments: {} },
      { name: 'total', arguments: { name: 'chart.bin' } },
      { name: 'read_artifact', arguments: { name: 'chart.bin' } },
    ]);
    expect(total).not.toBe('nothing');
    expect(seen.at(-1)).toEqual({ mediaType: 'application/octet-stream', content: Buffer.from(BYTES) });
    expect(page).toBe(
      'artifact:chart.bin has type application/octet-stream (256 bytes), which cannot be read as text.',
    );
  });

  test('invalid, reserved or used names, and an invalid media type -> errors with the name', async () => {
    const failed = await play(conversationOf(), [
      { name: 'export', arguments: { name: 'a.csv' } },
      { name: 'export', arguments: { name: 'a.csv', again: true } },
      { name: 'export', arguments: { name: '../a.csv' } },
      { name: 'export', arguments: { name: 'big-1.1.txt' } },
      { name: 'export', arguments: { name: 'b.csv', mediaType: 'csv\u0000' } },
    ]);
    expect(failed).toEqual([
      'artifact:a.csv',
      "export failed: Another call of this execution has saved 'a.csv': use another name",
      expect.stringContaining("export failed: The artifact name '../a.csv' must be 1 to 200 letters"),
      expect.stringContaining("export failed: The artifact name 'big-1.1.txt' is reserved for results"),
      expect.stringContaining("export failed: The media type 'csv"),
    ]);
  });

  test("a result too large, a user's message -> a tool reads them by the names shown to the model", async () => {
    expect(
      (
        await play(conversationOf(), [
          { name: 'big', arguments: {} },
          { name: 'total', arguments: { name: 'artifact:big-1.1.txt' } },
          { name: 'total', arguments: { name: 'message:1' } },
        ])
      ).slice(1),
    ).toEqual([String(BIG.length), '2']);
  });

  test("another conversation's name, unknown names -> a tool reads nothing", async () => {
    await play(conversationOf(), [{ name: 'export', arguments: { name: 'secret.csv' } }]);
    const names = ['secret.csv', 'nu\u0000l', '/etc/passwd', '', 'message:2'];
    expect(
      await play(
        conversationOf(),
        names.map((name) => ({ name: 'total', arguments: { name } })),
      ),
    ).toEqual(names.map(() => 'nothing'));
  });

  test('saved after the call has ended -> refused', async () => {
    await play(conversationOf(), [{ name: 'export', arguments: { name: 'a.csv' } }]);
    await expect(contexts.at(-1)!.artifacts.save({ name: 'late.csv', content: 'x' })).rejects.toThrow(
      "The call has ended, so 'late.csv' was not saved: save before returning",
    );
  });

  test('in a conversation and outside one -> a tool receives its conversation, or none', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'saves', user, channel: 'side' });
    system.model.reply(toolCalls([{ name: 'export', arguments: { name: 'a' } }]), text('done'));
    const { executionId } = await conversation.ask({ text: 'go', turnId: 'first/1' });
    const conversationId = `conversation/saves/${user}/side`;
    expect(contexts.at(-1)).toMatchObject({ user, executionId, conversationId, turnId: 'first/1' });
    system.model.reply(toolCalls([{ name: 'export', arguments: { name: 'a' } }]), text('done'));
    const alone = await system.client.executions.start({ flow: 'saves', text: 'go' });
    await alone.result();
    expect(contexts.at(-1)).toMatchObject({ user: null, conversationId: null, turnId: null });
    expect((await artifactsOf(system, alone.executionId)).map(({ name }) => name)).toEqual(['a']);
  });
});

describe('a connection lost while a tool saves', () => {
  test('a repeatable tool -> run again, and the model does not see the failure', async () => {
    expect(await play(conversationOf(), [{ name: 'cut_safe', arguments: {} }])).toEqual(['saved in try 2']);
  });

  test('a tool that may not be repeated -> an error result', async () => {
    expect(await play(conversationOf(), [{ name: 'cut_never', arguments: {} }])).toEqual([
      'cut_never failed: The database cannot be reached',
    ]);
  });
});

async function cutOff(save: () => Promise<unknown>): Promise<void> {
  await system.db.transaction().execute(async (trx) => {
    await trx.selectFrom('tool_call').select('step').forUpdate().execute();
    const saving = save();
    saving.catch(() => undefined);
    for (let cut = 0; cut === 0; await sleep(20)) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(system.db);
      cut = rows.length;
    }
    await saving;
  });
}

function conversationOf() {
  return system.client.conversation({ flow: 'saves', user: system.newUser() });
}

async function play(
  conversation: ReturnType<typeof conversationOf>,
  calls: Parameters<typeof toolCalls>[0],
): Promise<string[]> {
  system.model.reply(...calls.map((call) => toolCalls([call])), text('done'));
  await conversation.ask('go');
  return results(system.model.requests.at(-1)).slice(-calls.length);
}
