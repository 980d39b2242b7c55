import { describe, expect, test } from 'vitest';
import { guardLoop, MAX_NUDGES, type GuardedStep } from '../../../context/call/guard-loop.js';

const step = (calls: string): GuardedStep => ({
  compactions: 0,
  calls: [...calls].map((letter) => ({
    key: letter.toLowerCase(),
    name: `tool_${letter.toLowerCase()}`,
    isError: letter !== letter.toLowerCase(),
  })),
});
const steps = (...calls: string[]): GuardedStep[] => calls.map(step);
const run = (letters: string): GuardedStep[] =>
  [...letters].flatMap((letter, at) =>
    letter === '|' ? [] : [{ ...step(letter), compactions: letters.slice(0, at).split('|').length - 1 }],
  );

const CYCLE = 'abcdefghijklmnopqrsuvw';
const fresh = (from: number): string =>
  String.fromCodePoint(...[...CYCLE].map((_, at) => 0x4e00 + from + at));

describe('guardLoop', () => {
  test.each<[string, GuardedStep[], RegExp]>([
    ['three identical calls', steps('a', 'a', 'a'), /'tool_a' was called 3 times in a row/],
    ['three identical calls after others', steps('b', 'c', 'a', 'a', 'a'), /'tool_a' was called 3 times/],
    ['three identical calls, in one step', steps('aaa'), /'tool_a' was called 3 times/],
    ['two in one step and one more', steps('aa', 'a'), /'tool_a' was called 3 times/],
    ['A-B-A-B-A-B', steps('a', 'b', 'a', 'b', 'a', 'b'), /'tool_a' and 'tool_b' were called in turn/],
    ['A-B-A-B-A-B after others', steps('c', 'b', 'a', 'b', 'a', 'b', 'a'), /'tool_b' and 'tool_a'/],
    ['A-B in three steps of two', steps('ab', 'ab', 'ab'), /in turn, three times over/],
    ['H67: three steps of only errors', steps('A', 'B', 'C'), /Every tool call of the last 3 steps failed/],
    [
      'H67: several errors at once',
      steps('a', 'AB', 'C', 'DE'),
      /Every tool call of the last 3 steps failed/,
    ],
    ['H68: the third identical call after a restart, from the steps alone', steps('a', 'a', 'a'), /3 times/],
  ])('%s -> a nudge', (_name, given, text) => {
    expect(guardLoop(given, 0)).toMatchObject({
      kind: 'nudge',
      text: expect.stringMatching(text) as unknown,
    });
  });

  test.each<[string, GuardedStep[]]>([
    ['no steps', []],
    ['steps without calls', steps('', '', '')],
    ['two identical calls', steps('a', 'a')],
    ['identical calls with another between', steps('a', 'a', 'b', 'a')],
    ['three identical calls, then another', steps('a', 'a', 'a', 'b')],
    ['A-B-A-B-A', steps('a', 'b', 'a', 'b', 'a')],
    ['A-B-A-B-A-C', steps('a', 'b', 'a', 'b', 'a', 'c')],
    ['A-B-C-A-B-C', steps('a', 'b', 'c', 'a', 'b', 'c')],
    ['A-B-A-B-B-A', steps('a', 'b', 'a', 'b', 'b', 'a')],
    ['two steps of only errors', steps('a', 'A', 'B')],
    ['three steps with errors, one call went well', steps('A', 'Bc', 'D')],
    ['errors, a step without calls, errors', steps('A', 'B', '', 'C')],
  ])('%s -> no nudge', (_name, given) => {
    expect(guardLoop(given, 0)).toBeUndefined();
  });

  test.each<[string, string, RegExp]>([
    [
      'a query at steps 8, 16 and 18, compactions between',
      'abcdefgq|hijklmnq|oq',
      /'tool_q' was called 3 times/,
    ],
    ['a query at steps 8, 16 and 18, one compaction', 'abcdefgqhijklmnq|oq', /'tool_q' was called 3 times/],
    [
      'all is read again after each compaction',
      `${CYCLE}|${CYCLE}|abc`,
      /All tool calls of the last 3 steps/,
    ],
  ])('%s -> a nudge', (_name, letters, text) => {
    expect(guardLoop(run(letters), 0)).toMatchObject({
      kind: 'nudge',
      text: expect.stringMatching(text) as unknown,
    });
    expect(guardLoop(run(letters), 2)?.kind).toBe('forced');
  });

  test.each<[string, string]>([
    ['a query at steps 8, 16 and 18, no compaction', 'abcdefgqhijklmnqoq'],
    ['a query twice, a compaction between', 'abq|cdq'],
    ['a query three times, and now another call', 'abq|cdq|efqx'],
    ['a list of tasks, after each compaction', `t${CYCLE}|t${fresh(100)}|t${fresh(200)}|t`],
  ])('%s -> no nudge', (_name, letters) => {
    expect(guardLoop(run(letters), 0)).toBeUndefined();
  });

  test('a loop that continues -> a nudge, twice, then a forced answer', () => {
    const loop = steps('a', 'a', 'a');
    const kinds = [0, 1, 2, 3].map((nudges) => guardLoop([...loop, ...loop.slice(nudges)], nudges)?.kind);
    expect(kinds).toEqual(['nudge', 'nudge', 'forced', 'forced']);
    expect(MAX_NUDGES).toBe(2);
  });

  test('nudged before, but no loop now -> no nudge', () => {
    expect(guardLoop(steps('a', 'a', 'a', 'b', 'c'), 2)).toBeUndefined();
  });

  test('a nudge and a forced answer -> both describe the loop, only the forced answer states that tools have ended', () => {
    const [nudge, forced] = [0, 2].map((nudges) => guardLoop(steps('a', 'a', 'a'), nudges)?.text ?? '');
    expect(nudge).toMatch(/^\[Automatic note: 'tool_a' was called .* or answer\.\]$/);
    expect(forced).toMatch(
      /^\[Automatic note: 'tool_a' was called .* No more tools can be called\. Answer now/,
    );
  });
});
