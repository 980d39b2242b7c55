import { Runtime } from '@temporalio/worker';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { installTestRuntime } from '../../packages/testing/quiet-runtime.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('installTestRuntime', () => {
  test('THREADLINE_LOG_LEVEL=debug -> debug lines are written, trace lines are not', () => {
    vi.stubEnv('THREADLINE_LOG_LEVEL', 'debug');
    installTestRuntime();
    let written = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      written += String(chunk);
      return true;
    });
    const { logger } = Runtime.instance();
    logger.trace('trace line');
    logger.debug('debug line');
    Runtime.instance().flushLogs();
    expect(written).toContain('debug line');
    expect(written).not.toContain('trace line');
  });
});
