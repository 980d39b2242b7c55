import { describe, expect, test } from 'vitest';
import { summaryProblem } from '../../../context/summary/summary-problem.js';

describe('summaryProblem', () => {
  test.each([
    ['', 'blank'],
    [' \n… ---', 'blank'],
    ['Error: upstream timed out', 'error'],
    ['{"error": {"message": "overloaded"}}', 'error'],
    ['HTTP 502: Bad gateway', 'error'],
    ['<!DOCTYPE html><html><body>x</body></html>', 'markup'],
    ["I'm sorry, but I can't help with that.", 'refusal'],
    ['I cannot summarize this conversation.', 'refusal'],
    ['As an AI, I am unable to process this request.', 'refusal'],
  ])('%j -> %s', (text, problem) => {
    expect(summaryProblem(text)).toBe(problem);
  });

  test.each([
    ['[Topic: Bugs] Error: upstream timed out at 14:30'],
    ['The user is sorry that the trip to Oslo cannot start before March.'],
    ['I cannot eat nuts, the user said; the flight is LH1234.'],
    ['密码是7314。'],
    ['Errors in the report were fixed by Ilse.'],
  ])('%j -> usable', (text) => {
    expect(summaryProblem(text)).toBeUndefined();
  });

  test('50,000 characters -> usable', () => {
    expect(summaryProblem(`[Topic: A] ${'long '.repeat(10_000)}`)).toBeUndefined();
  });

  test('only the request returned -> echo', () => {
    const request = `User: ${'words '.repeat(100)}`;
    expect(summaryProblem(request, { request })).toBe('echo');
    expect(summaryProblem(request.slice(0, 450), { request })).toBe('echo');
    expect(summaryProblem('User: words', { request })).toBeUndefined();
  });
});
