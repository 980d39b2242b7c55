import { describe, expect, test } from 'vitest';
import { logRequest, type RequestLog } from '../../../cli/serve/log-request.js';

const REQUEST = { method: 'GET', route: '/api/v1/executions/:id', ms: 4 };
const PROBE = { method: 'GET', route: '/readyz', ms: 4 };

describe('logRequest', () => {
  test('an answered request -> INFO, with time, level and message first as in a line of the worker', () => {
    const [line = {}] = log({ ...REQUEST, status: 404, error: 'Execution.NotFound' });
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
    expect(log(failed, { hidesErrors })).toMatchObject([{ level: 'WARN', cause }]);
  });

  test.each([
    ['a successful probe', { ...PROBE, status: 200 }, ['DEBUG']],
    ['a failed probe', { ...PROBE, status: 503 }, ['DEBUG', 'INFO', 'WARN']],
    ['another request', { ...REQUEST, status: 200 }, ['DEBUG', 'INFO']],
  ])('%s -> logged only at its level and below', (_request, facts, levels) => {
    const all = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
    expect(all.filter((logLevel) => log(facts, { logLevel }).length === 1)).toEqual(levels);
  });
});

function log(facts: Parameters<typeof logRequest>[0], settings: Partial<RequestLog> = {}) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  logRequest(facts, { logLevel: 'INFO', hidesErrors: false, write, ...settings });
  return lines;
}
