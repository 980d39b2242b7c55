import { describe, expect, test } from 'vitest';
import { checkNode } from '../../../cli/doctor/check-machine.js';

describe('checkNode', () => {
  test.each([
    ['20.19.0', 'ok'],
    ['22.1.0', 'ok'],
    ['20.18.9', 'fail'],
    ['18.20.0', 'fail'],
  ])('%s -> %s', (version, status) => expect(checkNode(version).status).toBe(status));
});
