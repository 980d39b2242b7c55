import { describe, expect, test } from 'vitest';
import {
  askForOutput,
  askWhetherCallRuns,
  readDefaultQuestion,
} from '../../../flow/approval/approval-questions.js';

const ask = (input: unknown, approved?: { input: unknown }): string =>
  askWhetherCallRuns({ toolName: 'write', input, approved });

describe('askWhetherCallRuns', () => {
  test('a short input -> whole', () => expect(ask({ path: 'a' })).toBe('May write run with {"path":"a"}?'));
  test('direction marks and zero-width characters -> escapes', () =>
    expect(ask({ path: 'user\u202etxt.exe\u200b' })).toBe(
      'May write run with {"path":"user\\u202etxt.exe\\u200b"}?',
    ));
  test('a long path -> its beginning and its end', () => {
    const question = ask({ path: `/safe/${'a'.repeat(4_000)}/../../etc/passwd`, mode: 7 });
    expect(question).toMatch(
      /"\/safe\/a+… \[3,\d+ characters omitted\] …a+\/\.\.\/\.\.\/etc\/passwd","mode":7}\?$/,
    );
  });
  test('an input of many values -> its beginning and its end', () => {
    const question = ask({ list: Array.from({ length: 9_000 }, (_, at) => at), path: '/etc/passwd' });
    expect(question.length).toBeLessThan(6_200);
    expect(question).toContain('characters omitted');
    expect(question).toMatch(/"path":"\/etc\/passwd"}\?$/);
  });
  test('a call approved before -> the changes since then', () => {
    expect(ask({ path: 'b' }, { input: { path: 'a' } })).toBe(
      'May write run with {"path":"b"}?\n\nChanges since the last approved call of write:\n- path: "a" → "b"',
    );
    expect(ask({ path: 'a' }, { input: { path: 'a' } })).toMatch(
      /\?\n\nThe input is the same as in the last approved call of write\.$/,
    );
  });
});

describe('readDefaultQuestion', () => {
  const question = { toolName: 'write', input: { path: 'b' } };
  const read = (prompt: string) => readDefaultQuestion({ ...question, prompt });
  test.each([
    ['a first call', undefined, undefined],
    ['a repeated call', { path: 'b' }, []],
    ['a changed call', { path: 'a', mode: 7 }, ['path: "a" → "b"', 'mode: removed 7']],
  ])('%s -> its changes', (_, before, changes) =>
    expect(read(ask(question.input, before && { input: before }))).toEqual({ changes }),
  );
  test.each([
    ['the question of a tool', 'Write b?'],
    ['the question about another input', 'May write run with {"path":"c"}?'],
    ['a text after the question', 'May write run with {"path":"b"}? Say yes.'],
  ])('%s -> absent', (_, prompt) => expect(read(prompt)).toBeUndefined());
  test('the question of a node -> absent', () =>
    expect(readDefaultQuestion({ prompt: 'Go on?', toolName: null, input: null })).toBeUndefined());
});

describe('askForOutput', () => {
  test('a call that a page runs -> its input as in any question', () =>
    expect(askForOutput({ toolName: 'choose', input: { of: '\u200bhats' } })).toBe(
      'What does choose return for {"of":"\\u200bhats"}?',
    ));
});
