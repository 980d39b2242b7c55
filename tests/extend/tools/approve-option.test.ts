import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { approvalMs } from '../../../extend/tools/tool-limits.js';
import { warnOfApprovers } from '../../../worker/open-project.js';

const base = { name: 'refund', description: 'Refunds.', input: z.object({}), execute: () => null };

describe('defineTool', () => {
  test.each<[object, string]>([
    [{ approve: { by: 'boss' } }, "'approve.by' must be 'user', 'staff' or a list of roles, or a function"],
    [{ approve: { by: [] } }, "'approve.by' must be"],
    [{ approve: {} }, "'approve.by' must be"],
    [{ approve: { by: 'staff', who: 1 } }, "'approve' has the unknown field 'who'"],
    [{ approve: { by: 'staff', message: 'May I?' } }, "'approve.message' must be a function"],
    [{ approve: { by: 'staff', quorum: 0 } }, "'approve.quorum' must be a whole number from 1 to 20"],
    [{ approve: { by: 'user', quorum: 2 } }, "'approve.quorum' needs more than one person"],
    [{ approve: { by: 'staff', expiresMs: 0 } }, "'approve.expiresMs', in seconds, must be above 0"],
    [{ approve: { by: 'staff', expiresMs: 5 }, approvalSeconds: 5 }, "remove 'approvalSeconds'"],
    [{ approve: 'staff' }, "'approve' must be true, false, a function or an object with 'by'"],
  ])('%j -> refused with the field', (wrong, message) => {
    expect(() => defineTool({ ...base, ...wrong } as never)).toThrow(message);
  });

  test('expiresMs -> how long the question stays open', () => {
    expect(approvalMs(defineTool({ ...base, approve: { by: 'staff', expiresMs: 90_000 } }))).toBe(90_000);
    expect(approvalMs(defineTool({ ...base, approve: { by: 'staff' } }))).toBe(604_800_000);
  });
});

describe('warnOfApprovers', () => {
  test('approve without by -> a warning for each tool and MCP server; with by -> none', () => {
    const tools = [
      defineTool({ ...base, name: 'bare', approve: true }),
      defineTool({ ...base, name: 'asks', approve: () => true }),
      defineTool({ ...base, name: 'staffed', approve: { by: 'staff' } }),
      defineTool({ ...base, name: 'own', approve: { by: 'user' } }),
      defineTool({ ...base, name: 'free' }),
    ];
    const mcp = {
      files: { command: 'x', approve: ['write_*'] },
      shop: { command: 'x', approve: true, approveBy: 'staff' as const },
    };
    expect(warnOfApprovers({ tools, mcp }).map((warning) => /'(\w+)'/.exec(warning)?.[1])).toEqual([
      'bare',
      'asks',
      'files',
    ]);
  });
});
