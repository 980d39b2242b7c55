import { describe, expect, test } from 'vitest';
import { describeThings } from '../../../models/offline/plan-offline-reply.js';
import { parsePortraits } from '../../../trajectory/portraits/parse-portraits.js';
import { portraitRequest, type PortraitThing } from '../../../trajectory/portraits/portrait-request.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';

const FILE: PortraitThing = {
  type: 'File',
  name: 'search-1.1.txt',
  question: 'What is new?',
  thought: '',
  action: { name: 'search', params: { query: 'summarize the news, write a summary' } },
  content: 'The harbour opens in May. More follows.',
};

describe('describeThings', () => {
  test("the upkeep's request -> a readable answer, from the shown material", () => {
    const things: PortraitThing[] = [FILE, { ...FILE, type: 'Table', action: null, content: '' }];
    const answer = describeThings(toPrompt({ messages: portraitRequest(things) }));
    expect([...parsePortraits(answer!, 2)]).toEqual([
      [1, 'File touched by search: The harbour opens in May.'],
      [2, 'Table.'],
    ]);
  });

  test('anything else -> no descriptions', () => {
    const messages = [{ role: 'user' as const, content: 'You describe what an agent touched, do you?' }];
    expect(describeThings(toPrompt({ messages }))).toBeUndefined();
  });
});
