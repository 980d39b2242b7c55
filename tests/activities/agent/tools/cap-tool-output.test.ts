import { describe, expect, test } from 'vitest';
import { capToolOutput } from '../../../../activities/agent/tools/cap-tool-output.js';
import type { ToolOutput } from '../../../../context/message/entries.js';
import { countMessageTokens, countTextTokens, warmUp } from '../../../../models/counting/count-tokens.js';

const CALL = {
  call: { toolCallId: 'c1', toolName: 'search' },
  step: 3,
  ordinal: 2,
  limit: 256,
  takesPictures: true,
  canStore: true,
  canRead: true,
};
const words = (count: number): ToolOutput => ({ type: 'text', value: `${'word '.repeat(count - 1)}` });

describe('capToolOutput', () => {
  test('H5: a result of exactly the limit -> stays, counted as a message', () => {
    const output = words(256);
    expect(countTextTokens(textOf(output))).toBe(256);
    const capped = capToolOutput({ ...CALL, output });
    expect(capped).toMatchObject({ spilledTokens: 0, isError: false, artifacts: [] });
    expect(capped.content).toEqual([{ type: 'tool-result', toolCallId: 'c1', toolName: 'search', output }]);
    expect(capped.tokenCount).toBe(countMessageTokens({ role: 'tool', content: capped.content }));
  });

  test('one token more -> the shown and the omitted part add up to the whole', () => {
    const whole = capToolOutput({ ...CALL, limit: 1_000, output: words(257) });
    const capped = capToolOutput({ ...CALL, output: words(257) });
    expect(capped.artifacts).toHaveLength(1);
    expect(capped.tokenCount + capped.spilledTokens).toBe(whole.tokenCount);
    expect(JSON.stringify(capped.content)).toContain('257 of 256 tokens');
  });

  test('an error of 5 MB -> capped, and still an error', () => {
    const capped = capToolOutput({
      ...CALL,
      output: { type: 'error-text', value: 'Bad! '.repeat(1_000_000) },
    });
    expect(capped).toMatchObject({ isError: true, content: [{ output: { type: 'error-text' } }] });
    expect(capped.tokenCount).toBeLessThanOrEqual(256 + 4);
  });

  test('H13: nothing may be stored -> cut, with the advice to narrow the query, without an artifact', () => {
    const capped = capToolOutput({ ...CALL, canStore: false, output: words(900) });
    expect(capped).toMatchObject({ isError: false, artifacts: [] });
    expect(JSON.stringify(capped.content)).toContain('narrow the query');
  });

  test('H25: 1 MB without white space -> counted and capped', () => {
    warmUp();
    expect(
      capToolOutput({ ...CALL, output: { type: 'text', value: 'a'.repeat(1_000_000) } }).artifacts,
    ).toHaveLength(1);
  });

  test('a picture -> costs its size; for a model without pictures it is described in words and stored', () => {
    const data = Buffer.concat([png(300, 400), Buffer.alloc(30_000, 7)]).toString('base64');
    const output: ToolOutput = {
      type: 'content',
      value: [{ type: 'image-data', data, mediaType: 'image/png' }],
    };
    expect(capToolOutput({ ...CALL, output })).toMatchObject({ artifacts: [], tokenCount: 160 + 4 });
    const told = capToolOutput({ ...CALL, output, takesPictures: false });
    expect(told).toMatchObject({
      artifacts: [{ part: 1, name: 'search-3.2_img0.png', tokens: 160 }],
      content: [
        {
          output: {
            type: 'text',
            value:
              '[A picture, image/png, stored as artifact:search-3.2_img0.png: this model does not accept images]',
          },
        },
      ],
      spilledTokens: 160,
    });
    const blind = capToolOutput({ ...CALL, output, takesPictures: false, canStore: false });
    expect(blind).toMatchObject({ artifacts: [], spilledTokens: 0 });
    expect(JSON.stringify(blind.content)).toContain('which was not kept: this model does not accept images');
  });
  test('a picture that claims to be endless -> a count that a row can hold', () => {
    const data = png(0xffffffff, 0xffffffff).toString('base64');
    const output: ToolOutput = {
      type: 'content',
      value: [{ type: 'image-data', data, mediaType: 'image/png' }],
    };
    const capped = capToolOutput({ ...CALL, output });
    expect(capped.artifacts).toMatchObject([{ tokens: 1_000_000 }]);
    expect(capped.spilledTokens).toBeLessThan(2 ** 31);
  });
});

function textOf(output: ToolOutput): string {
  return output.type === 'text' ? output.value : '';
}

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\u0089PNG\r\n\u001a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
