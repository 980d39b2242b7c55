import { afterAll, describe, expect, test } from 'vitest';
import { writeAssistantChats } from '../../../packages/lab/recall/chats/write-chats.js';
import { createWorkspace } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

const DAY_MS = 86_400_000;

describe('threadline recall', () => {
  test('two conversations and two bad lines -> a result for each budget, the bad lines by number, 1', async () => {
    const lines = [
      JSON.stringify(chat(['What did Nora buy for the wedding?'], ['m7'])),
      '{"messages":[]}',
      JSON.stringify(chat(['What did Nora buy for the wedding?'], ['m7', 'm12'])),
      'nope',
    ];
    const { exitCode, stdout, stderr } = await workspace.run(
      ['recall', '-', '--tokens', '5000,120', '--json'],
      lines.join('\n'),
    );
    expect(stderr).toMatch(/^Line 2: Field 'messages' is not a non-empty list/m);
    expect(stderr).toMatch(/^Line 4: It is not JSON/m);
    expect(exitCode).toBe(1);
    const time: unknown = expect.any(Number);
    const summary = { summaryShare: 1, summaryModel: 'offline:demo' };
    expect(JSON.parse(stdout)).toEqual([
      { tokens: 120, questions: 2, share: 0.5, sentenceShare: 0.75, ...summary, medianMs: time },
      { tokens: 5_000, questions: 2, share: 1, sentenceShare: 1, ...summary, medianMs: time },
    ]);
  });

  test(
    'twenty statements that change later, in three chats -> at least as many recalled with both values as recorded',
    { timeout: 600_000 },
    async () => {
      const { stdout } = await workspace.run(
        ['recall', '-', '--tokens', '2000,4000', '--json'],
        [...writeAssistantChats('changes')].join('\n'),
      );
      const results = JSON.parse(stdout) as { questions: number; share: number; summaryShare: number }[];
      expect(results.map(({ questions }) => questions)).toEqual([60, 60]);
      const [small = 0, large = 0] = results.map(({ questions, share }) => Math.round(questions * share));
      expect(small).toBeGreaterThanOrEqual(8);
      expect(large).toBeGreaterThanOrEqual(14);
      expect(results[0]?.summaryShare).toBeGreaterThanOrEqual(0.4);
    },
  );

  test('an unknown summarizer -> rejected before anything is started, 1', async () => {
    const { exitCode, stderr } = await workspace.run(['recall', '-', '--summary-model', 'nobody:none']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining("Model 'nobody:none' has an unknown provider") as string,
    });
    expect(stderr).not.toContain('Starting');
  });

  test('a question without a word of its evidence, the local embedding model -> found by meaning', async () => {
    const line = JSON.stringify(chat(['Attire of the bridesmaid?'], ['m7']));
    const ask = ['recall', '-', '--tokens', '160', '--json'];
    const byWords = await workspace.run(ask, line);
    const byMeaning = await workspace.run([...ask, '--embedding-model', 'local'], line);
    const shares = [byWords, byMeaning].map(
      ({ stdout }) => (JSON.parse(stdout) as [{ share: number }])[0].share,
    );
    expect(shares).toEqual([0, 1]);
  });

  test('an unknown embedding model -> rejected before anything is started, 1', async () => {
    const { exitCode, stderr } = await workspace.run(['recall', '-', '--embedding-model', 'nobody:none']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Embedding model 'nobody:none' is not of the form 'local' or 'openai:<model>'");
    expect(stderr).not.toContain('Starting');
  });

  test('an invalid budget, a file that does not exist -> 2', async () => {
    expect((await workspace.run(['recall', '-', '--tokens', '1000,none'])).exitCode).toBe(2);
    const { exitCode, stderr } = await workspace.run(['recall', 'nowhere.jsonl']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("'nowhere.jsonl'") as string,
    });
  });
});

function chat(questions: readonly string[], evidence: readonly string[]): object {
  const messages = Array.from({ length: 60 }, (_, at) => ({
    id: `m${at + 1}`,
    role: at % 2 === 0 ? 'user' : 'assistant',
    name: at % 2 === 0 ? 'Nora' : 'Ivan',
    text:
      at === 6
        ? 'I purchased a green dress for the marriage of my cousin.'
        : `Nothing new on day ${at} over here.`,
    time: new Date(Date.UTC(2024, 0, 1) + at * DAY_MS).toISOString(),
  }));
  return { messages, questions: questions.map((question) => ({ question, evidence })) };
}
