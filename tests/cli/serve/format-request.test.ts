import { describe, expect, test } from 'vitest';
import { formatRequest } from '../../../cli/serve/format-request.js';

const REQUEST = { method: 'GET', route: '/api/v1/executions/:id', ms: 4 };

describe('formatRequest', () => {
  test('an answered request -> INFO, with time, level and message first as in a line of the worker', () => {
    const line = read({ ...REQUEST, status: 404, error: 'Execution.NotFound' }, false);
    expect(Object.keys(line).slice(0, 3)).toEqual(['time', 'level', 'message']);
    expect(line).toMatchObject({
      level: 'INFO',
      message: 'GET /api/v1/executions/:id 404',
      error: 'Execution.NotFound',
    });
    expect(new Date(String(line['time'])).toISOString()).toBe(line['time']);
  });

  test.each([
    ['shown', false, 'Refused [redacted]'],
    ['hidden', true, 'TypeError'],
  ])('a fault, errors %s -> WARN with its cause', (_errors, hidesErrors, cause) => {
    const failed = { ...REQUEST, status: 500, cause: new TypeError('Refused sk-sEcReT99') };
    expect(read(failed, hidesErrors)).toMatchObject({ level: 'WARN', cause });
  });
});

function read(...request: Parameters<typeof formatRequest>): Record<string, unknown> {
  return JSON.parse(formatRequest(...request)) as Record<string, unknown>;
}
