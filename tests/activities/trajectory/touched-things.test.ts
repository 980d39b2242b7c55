import type { LogMetadata } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import { TouchedThings } from '../../../activities/trajectory/touched-things.js';
import type { Touched } from '../../../trajectory/touched/touched-thing.js';

const table = (name: string): Touched => ({ type: 'Table', name });

async function noteAll(things: readonly Touched[]): Promise<{ names: string[]; logged: LogMetadata[] }> {
  const logged: LogMetadata[] = [];
  const logger = new DefaultLogger('WARN', ({ meta = {} }: LogEntry) => logged.push(meta));
  const touched = new TouchedThings();
  const work = () => Promise.resolve(touched.addFrom(() => things));
  await new MockActivityEnvironment(undefined, { logger }).run(work);
  return { names: touched.list.map(({ name }) => name), logged };
}

describe('TouchedThings.addFrom', () => {
  test('a name that is too long between others -> the others are noted, and the log names the fault', async () => {
    const { names, logged } = await noteAll([table('a'), table('b'.repeat(1_001)), table('c')]);
    expect(names).toEqual(['a', 'c']);
    expect(logged).toMatchObject([{ skipped: 1, reason: expect.stringContaining('name: ') as string }]);
  });

  test('more than a call may touch -> the first 100, and the log has the number of the others', async () => {
    const { names, logged } = await noteAll(Array.from({ length: 130 }, (_, index) => table(`t${index}`)));
    expect(names).toEqual(Array.from({ length: 100 }, (_, index) => `t${index}`));
    expect(logged).toMatchObject([
      { skipped: 30, reason: expect.stringContaining('More than 100') as string },
    ]);
  });

  test('valid things -> no log', async () => {
    expect(await noteAll([table('a')])).toEqual({ names: ['a'], logged: [] });
  });
});
