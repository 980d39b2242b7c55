import { describe, expect, test } from 'vitest';
import { toLogLine } from '../../telemetry/log-line.js';

describe('toLogLine', () => {
  test('a task token, and keys in messages, values and errors -> not in the log', () => {
    const line = toLogLine(
      {
        level: 'WARN',
        message: 'No models at https://ada:sEcReT99@models.test',
        facts: {
          taskToken: 'sEcReT99sEcReT99',
          attempt: 2n,
          address: 'postgres://ada:sEcReT99@db/x',
          causes: [{ reason: 'Refused sk-sEcReT99' }],
          error: new Error('Refused sk-sEcReT99'),
        },
      },
      false,
    );
    expect(line).not.toContain('sEcReT99');
    expect(JSON.parse(line)).toMatchObject({
      level: 'WARN',
      attempt: '2',
      address: 'postgres://ada:[redacted]@db/x',
      causes: [{ reason: 'Refused [redacted]' }],
    });
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  test.each([
    ['circular', circular],
    [
      'with a getter that throws',
      Object.defineProperty({}, 'x', { enumerable: true, get: () => JSON.parse('{') as unknown }),
    ],
    ['20,000 levels deep', Array.from({ length: 20_000 }).reduce((inner) => [inner], [])],
  ])('facts that are %s -> the message, and why the facts are missing', (_name, response) => {
    const line = toLogLine({ level: 'WARN', message: 'Failed', facts: { response } }, false);
    expect(JSON.parse(line)).toMatchObject({
      level: 'WARN',
      message: 'Failed',
      unwritable: expect.stringMatching(/./) as string,
    });
  });

  test('facts in any order -> the shared fields come first', () => {
    const facts = { type: 'Node.Failed', user: 'u', turn: 't', execution: 'e', flow: 'f' };
    const line = toLogLine({ level: 'WARN', message: 'Turn failed', facts }, false);
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      'time',
      'level',
      'message',
      'flow',
      'execution',
      'turn',
      'user',
      'type',
    ]);
  });

  test('errors are hidden -> types, but no reasons and no messages', () => {
    const facts = {
      type: 'Node.Failed',
      reason: 'Ada said no',
      causes: [{ type: 'Model.Unavailable', reason: 'Ada said no' }],
      error: new TypeError('Ada said no', { cause: new Error('Ada said no') }),
    };
    const line = toLogLine({ level: 'WARN', message: 'Turn failed', facts }, true);
    expect(line).not.toContain('Ada');
    expect(JSON.parse(line)).toMatchObject({
      type: 'Node.Failed',
      causes: [{ type: 'Model.Unavailable' }],
      error: { name: 'TypeError', cause: { name: 'Error' } },
    });
  });
});
