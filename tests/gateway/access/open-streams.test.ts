import { describe, expect, test } from 'vitest';
import { OpenStreams } from '../../../packages/gateway/access/open-streams.js';

describe('OpenStreams', () => {
  test('requests that wait for a whole answer -> counted until they end or fail, and not closed with the streams', async () => {
    const streams = new OpenStreams(2);
    let end = (): void => undefined;
    const waiting = streams.during('ada', () => new Promise<void>((resolve) => (end = resolve)));
    streams.open('ada');
    await expect(streams.during('ada', () => Promise.resolve())).rejects.toMatchObject({
      type: 'Gateway.LimitReached',
    });
    await streams.during('bob', () => Promise.resolve());
    streams.endAll();
    end();
    await waiting;
    await expect(streams.during('ada', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(() => streams.check('ada')).not.toThrow();
  });
});
