import { describe, expect, test } from 'vitest';
import { createClosers } from '../../worker/closers.js';

describe('createClosers', () => {
  test('one of three cannot be closed -> reported, and the others are closed in reverse order', async () => {
    const told: string[] = [];
    const closers = createClosers((level, message) => told.push(`${level} ${message}`));
    const closed: string[] = [];
    closers.add(async () => void closed.push('first'));
    closers.add(() => Promise.reject(new Error('it is stuck')));
    closers.add(async () => void closed.push('last'));
    await closers.closeAll();
    expect(closed).toEqual(['last', 'first']);
    expect(told).toEqual(['WARN Closing failed: it is stuck']);
    await closers.closeAll();
    expect(closed).toEqual(['last', 'first']);
  });

  test('one is closed early -> closed once, and the others wait until it is closed', async () => {
    const closers = createClosers(() => undefined);
    const closed: string[] = [];
    closers.add(async () => void closed.push('first'));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const closeEarly = closers.add(() => released.then(() => void closed.push('early')));
    void closeEarly();
    const all = closers.closeAll();
    release();
    await all;
    await closeEarly();
    expect(closed).toEqual(['early', 'first']);
  });
});
