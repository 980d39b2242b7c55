import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorkspace, type Outcome, type Running } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

function threads(...args: string[]): Promise<Outcome> {
  return workspace.run(['threads', ...args]);
}

describe('threadline threads, while dev runs', () => {
  let dev: Running;
  beforeAll(async () => {
    dev = workspace.start(['dev']);
    dev.process.stdin.write('My badge number is 7741.\n');
    await dev.until('I read your message');
  });

  test('open, ask in it, list, show -> the tree shows each thread below its parent', async () => {
    const opened = await threads('open', '1', '--start', '3', '--end', '15', '--id', 'badge');
    expect(opened).toMatchObject({
      exitCode: 0,
      stdout: "Thread 'badge' is open on message 1: continue with --thread badge\n",
    });
    const asked = await workspace.run(['ask', '--thread', 'badge', '--json', 'What is this about?']);
    expect(JSON.parse(asked.stdout)).toMatchObject({
      status: 'completed',
      executionId: expect.stringContaining('conversation/assistant/ada/thread/badge/turn/'),
    });
    const nested = await threads('open', '2', '--thread', 'badge', '--id', 'deeper', '--json');
    expect(JSON.parse(nested.stdout)).toEqual({
      threadId: 'deeper',
      workflowId: 'conversation/assistant/ada/thread/deeper',
    });
    const listed = await threads('list');
    expect(listed.stdout).toMatch(/"My badge number is 7741\."\n/);
    expect(listed.stdout).toMatch(/badge +└─ "What is this about\?" \(on #1\)\n/);
    expect(listed.stdout).toMatch(/deeper + {3}└─ ".+" \(on #2\)\n$/);
    const shown = await threads('show', 'badge');
    expect(shown.stdout).toContain('message 1 of the user, 3 to 15');
    expect(shown.stdout).toContain('badge number');
    expect(shown.stdout).toContain('What is this about?');
    const json = await threads('show', 'badge', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      anchor: { text: 'badge number' },
      messages: 2,
      history: { hasMore: false },
    });
  });

  test('history, explain and clear with --thread -> apply to the thread', async () => {
    const history = await workspace.run(['history', '--thread', 'badge', '--json']);
    expect(JSON.parse(history.stdout)).toMatchObject({
      messages: [{ seq: 2 }, { seq: 1, text: 'What is this about?' }],
    });
    const explained = await workspace.run([
      'explain',
      'conversation/assistant/ada',
      '--thread',
      'badge',
      '--json',
    ]);
    expect(JSON.parse(explained.stdout)).toMatchObject([
      { conversationId: 'conversation/assistant/ada/thread/badge' },
    ]);
    const cleared = await workspace.run(['clear', '--thread', 'badge']);
    expect(cleared).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('/thread/badge') });
  });

  test('regenerate, edit, branches, switch -> each in its own branch, listed, switched back; an unknown branch is refused', async () => {
    const channel = ['--channel', 'branches'];
    const json = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await workspace.run([...args, ...channel, '--json']);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      return JSON.parse(stdout) as { turnId: string };
    };
    const { turnId } = await json('ask', 'My badge number is 7741.');
    expect(await json('regenerate')).toMatchObject({ status: 'completed' });
    const edited = await json('edit', turnId, 'My badge number is 7742.');
    expect(edited).toMatchObject({ status: 'completed', text: expect.stringContaining('7742') });
    const listed = await workspace.run(['branches', ...channel]);
    expect(listed.stdout).toMatch(/^BRANCH .*\n +0 .*7741\.\n +1 .*7741\.\n +\* 2 .*7742\.\n$/);
    expect(await json('switch', '0')).toMatchObject({ branch: 0 });
    expect(await json('branches')).toMatchObject({
      branches: [{ number: 0, isCurrent: true }, { isCurrent: false }, { messages: 2 }],
    });
    expect(await json('history', '--branch', '2')).toMatchObject({
      messages: [{ turnId: edited.turnId }, { text: 'My badge number is 7742.' }],
    });
    expect(await workspace.run(['switch', '9', ...channel])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('no branch 9'),
    });
    expect(await workspace.run(['switch', 'one', ...channel])).toMatchObject({ exitCode: 2 });
  });

  test('flatten, merge -> one list, one text', async () => {
    const flat = await threads('flatten');
    expect(flat.stdout).toMatch(
      /^0 user #1\nMy badge number is 7741\.\n\n│ 1 user #1 in badge\n│ What is this about\?/,
    );
    const transcript = await threads('merge', '--format', 'transcript');
    expect(transcript.stdout).toMatch(
      /^User: My badge number is 7741\.\n\[Thread "What is this about\?"\]\nUser: /,
    );
    const merged = await threads('merge', '--format', 'bullets', '--json');
    expect(JSON.parse(merged.stdout)).toMatchObject({
      format: 'bullets',
      executionId: expect.stringMatching(/^execution\/merge-threads-[0-9a-f]{8}\//),
      messages: 4,
    });
  });

  test('rename, delete -> done, reported; a second time or in another conversation: 1 and one sentence', async () => {
    const renamed = await threads('rename', 'About badges', '--thread', 'badge');
    expect(renamed.stdout).toBe("Renamed 'conversation/assistant/ada/thread/badge' to 'About badges'\n");
    const unasked = await threads('delete', 'badge');
    expect(unasked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('add --yes') });
    const deleted = await threads('delete', 'badge', '--yes');
    expect(deleted).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^Deleted 2 threads, 2 messages and \d+ Workflow runs\n$/),
    });
    expect((await threads('list')).stdout).not.toContain('badge  ');
    for (const args of [
      ['delete', 'badge', '--yes'],
      ['show', 'badge'],
      ['rename', 'x', '--thread', 'badge'],
    ])
      expect(await threads(...args)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: "Thread 'conversation/assistant/ada/thread/badge' not found: open it on a message first\n",
      });
    const outside = await threads('open', '1', '--start', '400');
    expect(outside).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('which has 24 UTF-16 units'),
    });
    expect(await threads('open', 'x')).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
