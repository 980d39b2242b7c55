import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { forget } from '../../../cli/forget/forget.js';
import { createStyle } from '../../../cli/format/style.js';
import type { Output } from '../../../cli/format/output.js';
import { findTrajectoryFolder } from '../../../cli/project/find-trajectory-folder.js';
import { showTrajectory } from '../../../cli/trajectory/show-trajectory.js';
import type { TrajectoryFormat } from '../../../cli/trajectory/trajectory-formats.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { Trajectory } from '../../../views/trajectory.js';
import { readConfig } from '../../../config.js';
import { sessionFolder, userFolder } from '../../../store/trajectory/files/session-folder.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../fixtures/pictures.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';

let system: TestSystem;
let folder: string;
let onEnd: () => Promise<void> | void = () => undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turns '));
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'shop', tools: ['calculate'] })],
    trajectoryFolder: folder,
    onPoint: (point) => (point === 'finishExecution.after' ? onEnd() : undefined),
  });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'home '));
  vi.spyOn(process, 'cwd').mockReturnValue(home);
  vi.stubEnv('TEMPORAL_ADDRESS', system.environment.temporalAddress);
  vi.stubEnv('DATABASE_URL', system.databaseUrl);
});
afterEach(() => {
  onEnd = () => undefined;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

describe('finishExecution', () => {
  test('an export that hangs -> the execution ends without it, and its files follow', async () => {
    const conversation = system.client.conversation({ flow: 'shop', user: system.newUser() });
    system.model.reply(text('fine'));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let unlocked: Promise<void> | undefined;
    const ending = new Promise<void>((begun) => {
      onEnd = () =>
        new Promise<void>((resolve) => {
          begun();
          unlocked = system.db.transaction().execute(async (trx) => {
            await sql`lock table execution in access exclusive mode`.execute(trx);
            resolve();
            await released;
          });
        });
    });
    const { turnId } = await conversation.submit('hello');
    try {
      await ending;
      await system.temporal.workflow.getHandle(`${conversation.workflowId}/turn/${turnId}`).result();
      expect(() => filesOf(conversation)).toThrow('ENOENT');
    } finally {
      release();
      await unlocked;
    }
    await expect.poll(() => filesOf(conversation)).toContain('Run1_Subagent.meta.json');
  });
});

describe('deleteThread', () => {
  test("a thread with files -> deleted with it; the conversation's stay", async () => {
    const conversation = await chatted();
    const thread = await conversation.openThread({ message: 2, id: 'aside' });
    system.model.reply(text('aside'));
    await thread.ask('and?');
    await expect.poll(() => filesOf(thread)).toHaveLength(2);
    await conversation.deleteThread('aside');
    expect(() => filesOf(thread)).toThrow('ENOENT');
    expect(filesOf(conversation)).toHaveLength(2);
  });
});

describe('forget', () => {
  test('a configured folder -> its files are deleted, no warning', async () => {
    const conversation = await chatted();
    vi.stubEnv('TRAJECTORY_FOLDER', folder);
    const { output, values, notes } = collected();
    await forget({ config: readConfig(), user: userOf(conversation), isAgreed: true, output });
    expect(values).toMatchObject([{ exportedSessions: 1, warnings: [] }]);
    expect(notes).toEqual([]);
    expect(() => readdirSync(userFolder(folder, userOf(conversation)))).toThrow('ENOENT');
  });

  test('no folder here -> a warning that files elsewhere stay', async () => {
    const conversation = await chatted();
    const { output, values, notes } = collected();
    await forget({ config: readConfig(), user: userOf(conversation), isAgreed: true, output });
    const warning = 'exported files were not deleted, because no trajectory folder is configured';
    expect(values).toMatchObject([{ exportedSessions: 0, warnings: [warning] }]);
    expect(notes).toEqual([`Warning: ${warning}`]);
  });
});

describe('findTrajectoryFolder', () => {
  test("a relative folder of a project -> beside the project's file", async () => {
    writeFileSync(
      join(home, 'threadline.config.mjs'),
      "export default { flows: [{}], trajectoryFolder: 'rounds' };",
    );
    expect(await findTrajectoryFolder(readConfig())).toBe(join(home, 'rounds'));
  });
});

describe('showTrajectory', () => {
  test('touched things, as JSON or in a file -> the rows', async () => {
    const { workflowId: id } = await chatted();
    const { output, texts } = collected();
    await showTrajectory({ id, touched: true, format: 'json' }, output);
    expect(JSON.parse(texts[0]!)).toMatchObject([{ type: 'Tool', name: 'calculate', subAgent: 'agent' }]);
    const out = join(home, 'touched');
    await showTrajectory({ id, touched: true, format: 'outline', out }, output);
    expect(readFileSync(out, 'utf8')).toMatch(/^TYPE.*\nTool +calculate/);
    expect(texts[1]).toBe(`Wrote ${out}`);
  });

  test('a question with a picture and a text file -> named below it, their texts in the messages and the page', async () => {
    const conversation = system.client.conversation({ flow: 'shop', user: system.newUser() });
    system.model.reply(text('A cat.'));
    const note = { data: Buffer.from('The code is 5312.'), mediaType: 'text/plain', filename: 'note.txt' };
    const cat = { data: png(8, 6, 'cat'), mediaType: 'image/png', filename: 'cat.png' };
    const question = { type: 'text', text: `What is this? ${'Look at it closely. '.repeat(10)}` } as const;
    await conversation.ask({ parts: [question, { type: 'file', ...cat }, { type: 'file', ...note }] });
    const shown = async (format: TrajectoryFormat): Promise<string> => {
      const { output, texts } = collected();
      await showTrajectory({ id: conversation.workflowId, format }, output);
      return texts[0]!;
    };
    expect(await shown('outline')).toMatch(
      /\n {2}\? What is this\? .*\n {6}attached: "cat\.png", image\/png, 8 x 6\n {6}attached: "note\.txt", text\/plain\n {2}= /,
    );
    const { agents } = JSON.parse(await shown('json')) as Trajectory;
    expect(agents[0]!.rounds[0]!.messages[0]).toMatchObject({
      role: 'user',
      text: expect.stringMatching(/\[picture 1: "cat\.png"[^]*The code is 5312\./) as string,
    });
    expect(await shown('html')).toMatch(/cat\.png[^]*The code is 5312\./);
  });

  test('touched things, as a drawing -> a usage error', async () => {
    const asked = { id: 'any', touched: true, format: 'mermaid' as const };
    await expect(showTrajectory(asked, collected().output)).rejects.toMatchObject({
      message: "--touched supports only json and the default format, not 'mermaid'",
      exitCode: 2,
    });
  });
});

describe('readTrajectory', () => {
  test('a turn and the number of another round -> Client.NotFound; its own -> the round', async () => {
    const conversation = await chatted();
    const [execution] = await system.client.executions.list({ user: userOf(conversation) });
    const { executionId } = execution!;
    await expect(system.client.executions.trajectory(executionId, { round: 5 })).rejects.toMatchObject({
      type: 'Client.NotFound',
      message: `'${executionId}' is round 1 of its session, not round 5`,
    });
    const { agents } = await system.client.executions.trajectory(executionId, { round: 1 });
    expect(agents[0]!.view.rounds).toEqual([1]);
  });
});

async function chatted(): Promise<ConversationHandle> {
  const conversation = system.client.conversation({ flow: 'shop', user: system.newUser() });
  system.model.reply(toolCalls([{ name: 'calculate', arguments: { expression: '1 + 1' } }]), text('two'));
  await conversation.ask('one and one?');
  await expect.poll(() => filesOf(conversation)).toContain('Run1_Subagent.meta.json');
  return conversation;
}

function userOf({ workflowId }: { workflowId: string }): string {
  return workflowId.split('/')[2]!;
}

function filesOf(handle: { workflowId: string }): string[] {
  return readdirSync(sessionFolder(folder, { user: userOf(handle), session: handle.workflowId }));
}

function collected() {
  const [values, texts, notes]: [unknown[], string[], string[]] = [[], [], []];
  const output: Output = {
    isJson: false,
    style: createStyle(false),
    noteStyle: createStyle(false),
    result(value, words) {
      values.push(value);
      texts.push(words());
    },
    note: (said) => void notes.push(said),
  };
  return { output, values, texts, notes };
}
