import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAtTerminal, type AtTerminal } from './at-terminal.js';
import { payingProject } from './paying-project.js';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

const workspace = createWorkspace({}, SOURCE_COMMAND);
afterAll(() => workspace.cleanUp());

const LONG = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');

describe('commands of a chat at a terminal', () => {
  let dev: AtTerminal;
  beforeAll(async () => {
    writeFileSync(join(workspace.folder, 'threadline.config.ts'), payingProject({ delayMs: 60 }));
    dev = startAtTerminal(workspace, ['dev'], { columns: 160, rows: 60 });
    await dev.until('\n›');
  });
  afterAll(() => dev.kill());

  async function say(line: string, expected: string): Promise<string> {
    const typedAt = (await dev.lines()).length - 1;
    const below = async (): Promise<string> => (await dev.lines()).slice(typedAt + 1).join('\n');
    dev.type(`${line}\r`);
    await expect.poll(below, { timeout: 90_000 }).toContain(expected);
    await expect.poll(below, { timeout: 90_000 }).toMatch(/\n›$/);
    return below();
  }

  test('before the first message -> each prints that there is nothing yet', async () => {
    await say('/history', 'No messages yet');
    await say('/usage', 'Nothing has run yet');
    await say('/model', 'No model was called yet');
    await say('/edit', 'There is no message to edit');
    await say('/approve', 'No open questions');
    await say('/retry', 'The conversation has no messages yet');
  });

  test('/history, /usage, /model -> the messages, their cost, the model', async () => {
    await say('My badge number is 7741.', 'I read your message');
    await say('What is my badge number?', 'Your badge number is 7741.');
    expect(await say('/history', '#4')).toMatch(
      /user #1 .*\nMy badge number is 7741\.\n\nassistant #2 [^]*\n\nuser #3 .*\nWhat is my badge number\?\n\nassistant #4 .*\nYour badge number/,
    );
    const newest = await say('/history 1', '#4');
    expect(newest).not.toContain('#3');
    await say('/history all', 'Name a number: /history 50');
    expect(await say('/usage', '2 turns')).toMatch(
      /Last turn +1 call, tokens \S+.*\n2 turns +2 calls, tokens/,
    );
    expect(await say('/model', 'COST')).toMatch(/help +slow:demo/);
    await say('/model gpt-5', "A chat uses the models of its flow, so 'gpt-5' cannot be set here");
  });

  test('/attach -> sent with the next message', async () => {
    writeFileSync(join(workspace.folder, 'note.txt'), 'The locker code is 5312.');
    await say('/attach', 'Name the file to send');
    await say('/attach missing.txt', 'missing.txt');
    await say('/attach note.txt', 'Attached to your next message: note.txt (1 in total)');
    await say('Please keep this.', 'I read');
    expect(await say('/history 2', 'attached')).toMatch(
      /Please keep this\.\nattached: note\.txt, text\/plain, 24 bytes/,
    );
  });

  test('/edit -> the last message is in the prompt, and the edited one is sent', async () => {
    dev.type('/edit\r');
    await expect
      .poll(async () => (await dev.lines()).at(-1), { timeout: 90_000 })
      .toBe('› Please keep this.');
    await say('\u007f\u007f\u007f\u007f\u007fthat.', 'I read your message ("Please keep that.');
    const shown = await say('/history 4', 'Please keep that.');
    expect(shown).toMatch(/Please keep that\.\nattached: note\.txt, text\/plain, 24 bytes/);
    expect(shown).not.toContain('Please keep this.');
    const { stdout } = await workspace.run(['branches', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      branches: [{ isCurrent: false }, { isCurrent: true }],
    });
  });

  test('/edit, then Ctrl-C -> the message stays, and the next text is a new message', async () => {
    dev.type('/edit\r');
    await expect
      .poll(async () => (await dev.lines()).at(-1), { timeout: 90_000 })
      .toBe('› Please keep that.');
    dev.type('\u0003');
    await say('Please keep both.', 'I read your message ("Please keep both.")');
    expect(await say('/history 4', 'Please keep both.')).toContain('Please keep that.');
  });

  test('/threads -> the threads opened meanwhile', async () => {
    const opened = await workspace.run(['threads', 'open', '1', '--id', 'badge']);
    expect(opened.stdout).toContain("Thread 'badge' is open");
    expect(await say('/threads', 'badge')).toMatch(/THREAD +TITLE/);
  });

  test('/retry after Ctrl-C -> the message is answered again; after an answer -> refused', async () => {
    await say(`The poem says ${LONG}.`, 'I read your message');
    dev.type('What does the poem say?\r');
    await dev.until('The poem says w0 w1');
    dev.type('\u0003');
    await dev.until('(canceled)\n›');
    await say('/retry', 'w39.');
    await say('/retry', 'was answered: only a failed, canceled or refused message can be retried');
    await say('/history', 'sent again later');
  });

  test('/approve -> lists open questions, and answers one with a changed input', async () => {
    dev.type('use pay with {"amount": 50}\r');
    await dev.until('May pay run with {"amount":50}?');
    dev.type('/approve\r');
    await dev.until('1. May pay run with {"amount":50}? (help');
    await say('/approve 1 {"amount": 7}', '7 euros were paid');
    expect(readFileSync(join(workspace.folder, 'paid'), 'utf8')).toBe('7\n');
    await say('/approve 1 yes', 'Question 1 is not open: /approve lists the open ones');
  });
});
