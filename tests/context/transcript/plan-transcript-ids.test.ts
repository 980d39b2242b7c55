import type { ModelMessage } from '@ai-sdk/provider-utils';
import { describe, expect, test } from 'vitest';
import { listCalls, listResults } from '../../../context/message/entries.js';
import { assistant, call, outputsOf, result, step, tool, user } from '../messages.js';
import { planOf } from './plan.js';

describe('planTranscript', () => {
  test('an id padded in the call or in the result -> they match, and are sent trimmed', () => {
    const messages = [user('Go'), assistant([call(' a ')]), tool(result('a\n'))];
    expect(planOf(messages).messages).toEqual([user('Go'), assistant([call('a')]), tool(result('a'))]);
  });

  test.each([
    ['gpt-4o', 40],
    ['openai-responses:gpt-5', 64],
    ['claude-sonnet-4', 64],
    ['gemini-2.5-pro', 64],
  ])(
    'over-long ids that differ at their end, for %s -> at most %i, distinct, each with its result',
    (model, most) => {
      const ids = ['1', '2', '3'].map((end) => 'x'.repeat(100) + end);
      const messages = [
        user('Go'),
        assistant(ids.map((id) => call(id))),
        tool(...ids.map((id) => result(id, `result ${id.at(-1)}`))),
      ];
      const plan = planOf(messages, {}, { model });
      const sent = callIds(plan.messages);
      expect(new Set(sent).size).toBe(3);
      expect(Math.max(...sent.map((id) => id.length))).toBeLessThanOrEqual(most);
      expect(resultIds(plan.messages)).toEqual(sent);
      expect(outputsOf(plan.messages)).toEqual(outputsOf(messages));
      expect(plan.left).toEqual([]);
    },
  );

  test('ids used again in later steps -> numbered, results with their own calls', () => {
    const messages = [user('Go'), ...step('1', 'one'), ...step('1', 'two'), ...step('1', 'three')];
    const plan = planOf(messages);
    expect(callIds(plan.messages)).toEqual(['1', '1_2', '1_3']);
    expect(resultIds(plan.messages)).toEqual(['1', '1_2', '1_3']);
    expect(outputsOf(plan.messages)).toEqual(outputsOf(messages));
  });

  test('an id twice in one message -> the first result for the first call', () => {
    const messages = [
      user('Go'),
      assistant([call('1', { input: { at: 1 } }), call('1', { input: { at: 2 } })]),
      tool(result('1', 'one'), result('1', 'two')),
    ];
    const plan = planOf(messages);
    expect(callIds(plan.messages)).toEqual(['1', '1_2']);
    expect(plan.messages[2]).toEqual(tool(result('1', 'one'), result('1_2', 'two')));
  });

  test('characters that Anthropic refuses -> replaced; ids that would become equal stay distinct', () => {
    const ids = ['a/b', 'a|b', 'a_b'];
    const messages = [
      user('Go'),
      assistant(ids.map((id) => call(id))),
      tool(...ids.map((id) => result(id, id))),
    ];
    const plan = planOf(messages, {}, { model: 'claude-sonnet-4' });
    expect(callIds(plan.messages)).toEqual(['a_b', 'a_b_2', 'a_b_3']);
    expect(outputsOf(plan.messages)).toEqual(outputsOf(messages));
    expect(callIds(planOf(messages).messages)).toEqual(ids);
  });

  test('no id at all -> one is created', () => {
    const messages = [user('Go'), assistant([call('')]), tool(result('  '))];
    expect(callIds(planOf(messages).messages)).toEqual(['call']);
    expect(resultIds(planOf(messages).messages)).toEqual(['call']);
  });

  test('planned twice -> the same ids', () => {
    const messages = [
      user('Go'),
      ...step('1'),
      ...step('1'),
      ...step('y'.repeat(80)),
      ...step('y'.repeat(80)),
    ];
    const { messages: once } = planOf(messages);
    expect(planOf(once).messages).toEqual(once);
  });
});

function callIds(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => listCalls(message).map(({ toolCallId }) => toolCallId));
}

function resultIds(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) => listResults(message).map(({ toolCallId }) => toolCallId));
}
