import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../protocol/is-loopback.js';

describe('isLoopback', () => {
  test.each(['127.0.0.1', '127.0.1.1', '::1', '[::1]', 'localhost'])('%s -> a loopback address', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  test.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', ''])(
    "'%s' -> not a loopback address",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
