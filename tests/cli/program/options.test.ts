import { describe, expect, test } from 'vitest';
import { describeUsage } from '../../../cli/format/describe-usage.js';
import { databaseAddress } from '../../../cli/system/find-system.js';
import { executionStatus, wholeNumber } from '../../../cli/program/options.js';
import { textSource } from '../../../cli/input/read-text.js';
import { describeRows } from '../../../cli/forget/forget.js';
import { workflowPage } from '../../../cli/dev/describe-start.js';
import { workflowIdOf } from '../../../cli/replay/replay.js';
import { checkNode } from '../../../cli/doctor/check-machine.js';
import { USER_TABLES, type UserRows } from '../../../store/users/forget-user.js';

describe('wholeNumber', () => {
  test('a number in its range -> read', () => expect(wholeNumber(500)('500')).toBe(500));
  test.each(['0', '501', '-1', '1.5', '1e2', '', ' 7', 'x'])('%j -> refused', (value) =>
    expect(() => wholeNumber(500)(value)).toThrow('It must be a whole number from 1 to 500'),
  );
});

describe('executionStatus', () => {
  test('a known one -> read', () => expect(executionStatus('failed')).toBe('failed'));
  test('another word -> refused with the known ones', () =>
    expect(() => executionStatus('FAILED')).toThrow('running, interrupted, completed, failed, cancelled'));
});

describe('describeUsage', () => {
  test("commander's words -> one sentence with the remedy", () =>
    expect(describeUsage("error: unknown command 'aks'\n(Did you mean ask?)\n", 'threadline')).toBe(
      "Unknown command 'aks' (Did you mean ask?): see 'threadline --help'",
    ));
});

describe('textSource', () => {
  test('a dash -> standard input', () => expect(textSource('-')).toEqual({ kind: 'stdin' }));
  test('an at sign where files are allowed -> a file', () =>
    expect(textSource('@a b.txt', { allowFile: true })).toEqual({ kind: 'file', path: 'a b.txt' }));
  test('an at sign elsewhere -> text', () =>
    expect(textSource('@ada')).toEqual({ kind: 'text', text: '@ada' }));
});

describe('databaseAddress', () => {
  test('a URL with a password -> without it', () =>
    expect(databaseAddress('postgres://me:secret@db.example:5432/chats?sslmode=require')).toBe(
      'db.example:5432/chats',
    ));
});

describe('workflowPage', () => {
  test('an id with slashes and percent signs -> one segment of the path', () =>
    expect(
      workflowPage({
        uiUrl: 'http://127.0.0.1:1',
        namespace: 'default',
        workflowId: 'conversation/assistant/a%20b',
      }),
    ).toBe('http://127.0.0.1:1/namespaces/default/workflows/conversation%2Fassistant%2Fa%2520b'));
});

describe('workflowIdOf', () => {
  test('a history whose first event tells it -> that id', () => {
    const started = { workflowExecutionStartedEventAttributes: { workflowId: 'execution/a/b' } };
    expect(workflowIdOf({ events: [started] })).toEqual({ workflowId: 'execution/a/b' });
  });
  test.each([[null], [{}], [{ events: [] }], [{ events: [{}] }], ['x']])('%j -> none', (history) =>
    expect(workflowIdOf(history)).toEqual({}),
  );
});

describe('describeRows', () => {
  const none = Object.fromEntries(USER_TABLES.map((table) => [table, 0])) as UserRows;
  test('nothing -> says so', () => expect(describeRows(none)).toBe('no rows'));
  test('one and several -> in words', () =>
    expect(describeRows({ ...none, conversation: 1, turn: 2 })).toBe('1 conversation, 2 turns'));
});

describe('checkNode', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
    ['20.18.9', 'fail'],
    ['18.20.0', 'fail'],
  ])('%s -> %s', (version, status) => expect(checkNode(version).status).toBe(status));
});
