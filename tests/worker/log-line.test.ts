import type { LogEntry } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { toLine } from '../../worker/install-runtime.js';

describe('toLine', () => {
  test('a task token, and keys in messages, values and errors -> not in the log', () => {
    const entry = {
      level: 'WARN',
      timestampNanos: 1_000_000n,
      message: 'No models at https://ada:sEcReT99@models.test',
      meta: {
        taskToken: 'sEcReT99sEcReT99',
        attempt: 2n,
        address: 'postgres://ada:sEcReT99@db/x',
        error: new Error('Refused sk-sEcReT99'),
      },
    } as unknown as LogEntry;
    const line = toLine(entry, false);
    expect(line).not.toContain('sEcReT99');
    expect(JSON.parse(line)).toMatchObject({
      level: 'WARN',
      attempt: '2',
      address: 'postgres://ada:[redacted]@db/x',
    });
  });
});
