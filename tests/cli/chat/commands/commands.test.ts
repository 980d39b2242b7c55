import { describe, expect, test } from 'vitest';
import { approveCommand, readAnswer } from '../../../../cli/chat/commands/approve.js';
import { editCommand } from '../../../../cli/chat/commands/edit.js';
import { modelCommand } from '../../../../cli/chat/commands/model.js';
import { treeCommand } from '../../../../cli/chat/commands/tree.js';
import { describeUsage, listLaterUsage, usageCommand } from '../../../../cli/chat/commands/usage.js';
import type { Chat } from '../../../../cli/chat/chat.js';

describe('readAnswer', () => {
  test('a number and an answer -> both', () =>
    expect(readAnswer('2 yes, and soon')).toEqual({ place: 2, answer: 'yes, and soon' }));
  test.each(['yes', '2', '2 '])("'%s' -> how it is written", (argument) =>
    expect(() => readAnswer(argument)).toThrow('/approve 1 yes'),
  );
});

describe('listLaterUsage', () => {
  test('summaries by each way, and descriptions -> two lines; a summary paid with the answer is not counted twice', () => {
    const one = {
      attempts: 2,
      adopted: 1,
      inputTokens: 100,
      cachedInputTokens: 0,
      outputTokens: 10,
      cost: '0.001',
      unpricedCalls: 0,
    };
    const ways = ['inline', 'merge', 'summarize', 'fork'] as const;
    const usage = ways.map((way) => ({ ...one, way }));
    expect(listLaterUsage([...usage, { ...one, way: 'descriptions', described: 12 }])).toEqual([
      ['Summaries', '4 calls, tokens 200 in, 20 out, $0.002'],
      ['Descriptions', '2 calls, tokens 100 in, 10 out, $0.001'],
    ]);
    expect(listLaterUsage([])).toEqual([]);
  });
});

describe('describeUsage', () => {
  test('several executions -> their sums', () => {
    const usage = { modelCalls: 2, inputTokens: 100, outputTokens: 10, cost: '0.00100000', unpricedCalls: 0 };
    expect(describeUsage([usage, usage])).toBe('4 calls, tokens 200 in, 20 out, $0.002');
    expect(describeUsage([{ ...usage, modelCalls: 1, cost: '0' }])).toBe('1 call, tokens 100 in, 10 out, $0');
  });

  test('calls without a price -> known costs are shown as a minimum, and unknown costs are not shown as zero', () => {
    const usage = { modelCalls: 2, inputTokens: 9, outputTokens: 1, cost: '0.12', unpricedCalls: 0 };
    const unpriced = { ...usage, cost: null, unpricedCalls: 2 };
    expect(describeUsage([usage, unpriced])).toMatch(/, at least \$0\.12, 2 calls without a price$/);
    expect(describeUsage([{ ...unpriced, unpricedCalls: 1 }])).toMatch(/, unknown, 1 call without a price$/);
  });
});

describe('/model', () => {
  test('the name of a model -> refused, with the place where models are configured', async () => {
    const call = { chat: {} as unknown as Chat, argument: 'openai:gpt-5', write: () => {}, commands: [] };
    await expect(modelCommand.obey(call)).rejects.toThrow(
      "'openai:gpt-5' cannot be set here: set it in the flow's",
    );
  });
});

describe('/edit', () => {
  test("messages -> the user's last message that began a turn is put in the prompt", async () => {
    const messages = [
      { role: 'assistant', text: 'answer', joined: null },
      { role: 'user', text: 'joined it', joined: { step: 1 } },
      {
        role: 'user',
        turnId: 'one',
        text: 'question',
        joined: null,
        attachments: [{ ref: 'upload:1', name: 'cat.png', mediaType: 'image/png' }],
      },
    ];
    const conversation = { history: () => Promise.resolve({ messages }) };
    const call = { chat: { conversation } as unknown as Chat, argument: '', write: () => {}, commands: [] };
    expect(await editCommand.obey(call)).toEqual({
      kind: 'edit',
      turnId: 'one',
      text: 'question',
      files: [{ type: 'file', data: 'upload:1', mediaType: 'image/png', filename: 'cat.png' }],
    });
  });
});

describe('/approve', () => {
  test('a question answered since the list -> the numbers of that list still count', async () => {
    let open = [ask('first'), ask('second'), ask('third')];
    const answered: string[] = [];
    const approvals = { list: () => Promise.resolve({ approvals: open }) };
    const executions = {
      answer(_id: string, { nodeId }: { nodeId: string }) {
        answered.push(nodeId);
        return Promise.resolve({ outcome: 'approved' });
      },
    };
    const chat = { conversation: { workflowId: 'c' }, approvals, executions } as unknown as Chat;
    const say = async (argument: string) =>
      approveCommand.obey({ chat, argument, write: () => {}, commands: [] });
    await say('');
    open = open.slice(1);
    await say('2 yes');
    expect(answered).toEqual(['second']);
    await expect(say('1 yes')).rejects.toThrow('Question 1 is not open');
  });

  function ask(nodeId: string) {
    return { executionId: 'c/turn/1', nodeId, iteration: '', call: null, prompt: 'May it?' };
  }
});

describe('/tree, /model and /usage', () => {
  test.each([treeCommand, modelCommand, usageCommand])(
    'a server that fails -> its error',
    async (command) => {
      const tree = () => Promise.reject(new Error('Postgres is stopping'));
      const chat = { conversation: { workflowId: 'c' }, executions: { tree } } as unknown as Chat;
      const call = { chat, argument: '', write: () => {}, commands: [] };
      await expect(command.obey(call)).rejects.toThrow('Postgres is stopping');
    },
  );
});
