import { describe, expect, test } from 'vitest';
import { followRun } from '../../../cli/run/run-and-print.js';
import { createStyle } from '../../../cli/format/style.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';

describe('followRun', () => {
  test.each([
    { type: 'cancelled', id: '2' },
    { type: 'failed', id: '2', errorType: 'Model.InvalidAnswer', message: 'No answer' },
  ] as const)('an execution that is $type -> its text; how it ended is left to the result', async (end) => {
    const events = [{ type: 'text-delta', id: '1', text: 'Half an ans' }, end] as TurnEvent[];
    let [written, noted] = ['', ''];
    async function* stream() {
      yield* await Promise.resolve(events);
    }
    const output = { note: (text: string) => void (noted += text), noteStyle: createStyle(false) };
    await followRun({ stream }, 'execution/support/1', output, (text) => (written += text));
    expect({ written, noted }).toEqual({ written: 'Half an ans\n', noted: 'execution/support/1' });
  });
});
