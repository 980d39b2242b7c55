import { describe, expect, test } from 'vitest';
import { answer, fault, text, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { requestText } from '../context/fixtures/requests.js';
import { useSummarySystem } from '../summaries/fixtures/summary-harness.js';
import { askedBlock } from './inline-answers.js';

const flow = {
  ...agentFlow({ slug: 'labeled', window: 4_000 }),
  history: { messages: 8, characters: 2_400, summaries: { minTokens: 0 }, retrieval: false as const },
};
const harness = useSummarySystem({ flows: [flow] });
const LENGTHS = [10, 60, 200, 10, 150, 90, 220, 10, 40, 30, 20, 20];

describe('the heading of a summary', () => {
  test('messages of many lengths, and a request that the provider finds too long -> names the first message sent', async () => {
    const conversation = harness.system.client.conversation({
      flow: 'labeled',
      user: harness.system.newUser(),
    });
    const labels: { named: number; first: number }[] = [];
    const say = (seq: number, words: number) => `[m${seq}] ${'plain '.repeat(words)}`;
    for (const [turn, words] of LENGTHS.entries()) {
      const seq = 2 * turn + 1;
      const before = harness.system.model.requests.length;
      if (turn === LENGTHS.length - 1)
        harness.system.model.reply(fault.contextLength({ limit: 900, actual: 1_000 }));
      harness.system.model.reply(answer((request) => text(say(seq + 1, words) + askedBlock(request))));
      await conversation.ask(say(seq, words));
      labels.push(...harness.system.model.requests.slice(before).flatMap(readLabel));
    }
    expect(labels.map(({ named }) => named)).toEqual(labels.map(({ first }) => first));
    expect(labels.at(-1)!.named).toBeGreaterThan(labels.at(-2)!.named);
    expect(new Set(labels.map(({ named }) => named)).size).toBeGreaterThan(3);
  });
});

function readLabel(request: ModelRequest): { named: number; first: number }[] {
  const said = requestText(request);
  const named = /\(before message (\d+)\)/.exec(said)?.[1];
  const first = /^\[m(\d+)\] /m.exec(said)?.[1];
  return named === undefined ? [] : [{ named: Number(named), first: Number(first) }];
}
