import { expect } from 'vitest';
import { readConfig } from '../../../config.js';
import { completeUserLimits } from '../../../protocol/user-limits.js';
import { checkRetention } from '../../../protocol/retention.js';
import { hostileArea } from '../hostile-area.js';

const VARIABLES: readonly (readonly [name: string, value: string])[] = [
  ['DATABASE_URL', 'file:///etc/passwd'],
  ['DATABASE_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'http://169.254.169.254/'],
  ['DATABASE_URL', 'postgres://[::1'],
  ['THREADLINE_HTTP_ADDRESS', '0.0.0.0'],
  ['THREADLINE_HTTP_ADDRESS', 'host:99999'],
  ['THREADLINE_HTTP_ADDRESS', 'a b:80'],
  ['THREADLINE_HTTP_ADDRESS', 'http://x:80/'],
  ['THREADLINE_LOG_LEVEL', '__proto__'],
  ['THREADLINE_LOG_LEVEL', 'constructor'],
  ['THREADLINE_WORKFLOW_TASKS', '1e999'],
  ['THREADLINE_WORKFLOW_TASKS', '-5'],
  ['THREADLINE_CACHED_WORKFLOWS', 'NaN'],
  ['THREADLINE_TOOL_GRACE_MS', '0x'],
  ['THREADLINE_CANCEL_LATENCY_MS', '0x'],
  ['THREADLINE_POLLERS', 'many'],
  ['CONVERSATION_HISTORY_COMPACTION_PCT', 'Infinity'],
];

const RULES: (() => void)[] = [
  () => completeUserLimits({ turns: Number.NaN }),
  () => completeUserLimits({ turns: -1 }),
  () => completeUserLimits({ executions: Infinity }),
  () => completeUserLimits({ sandboxSeconds: '1' } as object),
  () => completeUserLimits({ constructor: 1 } as object),
  () => checkRetention({ '*': { chatDays: 0 } }),
  () => checkRetention({ '*': { chatDays: 1e9 } }),
  () => checkRetention({ a: { constructor: 1 } as object }),
];

export const SETTINGS = [
  hostileArea({
    area: 'environment variables',
    inputs: VARIABLES,
    holds: ([name, value]) => expect(() => readConfig({ [name]: value })).toThrow(name),
  }),
  hostileArea({
    area: 'limits and retention rules',
    inputs: RULES,
    holds: (rule) => expect(rule).toThrow(/^'|^Retention/),
  }),
];
