import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../../cli/program/describe-error.js';
import { ThreadlineError } from '../../../client/threadline-error.js';

describe('describeError', () => {
  test('a sentence -> unchanged, on one line', () =>
    expect(describeError(new Error("Flow 'a\nb' is\u001b[2J bad"))).toBe("Flow 'a b' is[2J bad"));
  test('a refused connection -> address, setting and remedy', () => {
    const refused = Object.assign(new Error('connect'), {
      code: 'ECONNREFUSED',
      address: '127.0.0.1',
      port: 5,
    });
    const sentence =
      "Postgres cannot be reached at '127.0.0.1:5' (ECONNREFUSED): start it, or correct DATABASE_URL";
    expect(describeError(refused)).toBe(sentence);
    expect(describeError(new AggregateError([refused, refused], ''))).toBe(sentence);
  });
  test('a folder that may not be written -> its path; the setting only below the data folder', () => {
    const refused = (path: string) =>
      Object.assign(new Error(`EACCES: permission denied, mkdir '${path}'`), {
        code: 'EACCES',
        path,
        syscall: 'mkdir',
      });
    const dataFile = resolve('.threadline', 'users');
    expect(describeError(refused(dataFile))).toBe(
      `Permission denied for '${dataFile}' (EACCES): change its permissions, or name another folder with THREADLINE_DATA_DIR`,
    );
    expect(describeError(refused('/data'))).toBe(
      "Permission denied for '/data' (EACCES): change its permissions",
    );
  });
  test('a file in the place of a folder -> its path and what to do', () => {
    const refused = Object.assign(new Error("EEXIST: file already exists, mkdir '/data'"), {
      code: 'EEXIST',
      path: '/data',
      syscall: 'mkdir',
    });
    expect(describeError(refused)).toBe(
      "Folder '/data' cannot be created (EEXIST): rename what is in its place",
    );
  });
  test('a missing table -> a hint to migrate', () => {
    const missing = Object.assign(new Error('relation "turn" does not exist'), {
      code: '42P01',
      severity: 'ERROR',
    });
    expect(describeError(missing)).toContain("run 'threadline migrate'");
  });
  test('a statement that the role may not run -> the role that is allowed to', () => {
    const denied = Object.assign(new Error('permission denied to create role'), {
      code: '42501',
      severity: 'ERROR',
    });
    expect(describeError(denied)).toBe(
      "Postgres denied permission (permission denied to create role): correct the role in DATABASE_URL. 'migrate' needs the owner of the tables, '--roles' also the right to create roles, other commands the role threadline_worker",
    );
  });
  test('a gRPC error -> its message without the status', () =>
    expect(describeError(new Error('5 NOT_FOUND: workflow not found'))).toBe('workflow not found'));
  test('a failed Workflow -> its reason', () => {
    const failed = Object.assign(
      new Error('Workflow execution failed', { cause: new Error('Flow is not known') }),
      {
        name: 'WorkflowFailedError',
      },
    );
    expect(describeError(failed)).toBe('Flow is not known');
  });
  test('a missing object -> the remedy of its message alone', () =>
    expect(describeError(new ThreadlineError('Client.NotFound', "Conversation 'x' has no turn 't'"))).toBe(
      "Conversation 'x' has no turn 't'",
    ));
  test.each([['text'], [undefined], [new Error('')], [{ code: 1 }]])(
    '%j -> a text that is not empty',
    (thrown) => expect(describeError(thrown)).not.toBe(''),
  );
});
