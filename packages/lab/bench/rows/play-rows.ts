import { text, toolCalls } from '../../../testing/model-server/index.js';
import type { TestSystem } from '../../../testing/test-system.js';

export const PLAYED_USER = 'played';
const TURNS = 8;

export async function playRows({ client, model }: TestSystem): Promise<number> {
  const talks = ['', 'mobile'].map((channel) =>
    client.conversation({ flow: 'assistant', user: PLAYED_USER, channel }),
  );
  for (const talk of talks)
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const answer = text(
        `${turn}. The invoice of March went to ${turn * 17} customers, and nine have paid.`,
      );
      if (turn % 2 === 1) model.reply(answer);
      else model.reply(toolCalls([{ name: 'calculate', arguments: { expression: `${turn}*17` } }]), answer);
      await talk.ask(`How many customers got the invoice of month ${turn}, and who of them has paid it?`);
    }
  const thread = await talks[0]!.openThread({ message: 2, id: 'aside' });
  model.reply(text('Nine customers.'));
  await thread.ask('How many are that?');
  model.reply(text('Noted.'));
  const note = { flow: 'assistant', user: PLAYED_USER, id: `note-${PLAYED_USER}`, text: 'Note it.' };
  await (await client.executions.start(note)).result();
  return talks.length * TURNS + 2;
}
