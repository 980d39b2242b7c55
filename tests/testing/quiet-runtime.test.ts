import { Runtime } from '@temporalio/worker';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { installTestRuntime } from '../../packages/testing/quiet-runtime.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('installTestRuntime', () => {
  test('a log level that is set -> reaches the workers of tests', () => {
    vi.stubEnv('THREADLINE_LOG_LEVEL', 'debug');
    installTestRuntime();
    let written = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
    const { logger } = Runtime.instance();
    logger.trace('one of all');
    logger.debug('what is looked for');
    Runtime.instance().flushLogs();
    expect(written).toContain('what is looked for');
    expect(written).not.toContain('one of all');
  });
});
