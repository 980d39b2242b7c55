import { describe, expect, test } from 'vitest';
import { evaluateExpression } from '../../../flow/code/evaluate-expression.js';
import { processorMs } from '../../setup/processor-ms.js';
import { propertyRuns } from '../../setup/property-runs.js';

const DATA = {
  nodes: { fetch: { items: [1, 2, 3] }, 'my-node': { x: 'ä' }, Math: 'mine', nodes: 'mine' },
  trigger: { text: 'hi' },
  loop: { item: 7 },
};

describe('evaluateExpression', () => {
  test.each([
    ['1 + 1', 2],
    ['1 + 1;', 2],
    ['({ a: 1 })', { a: 1 }],
    ['{ a: 1 }', { a: 1 }],
    ['fetch.items.map((x) => x * 2)', [2, 4, 6]],
    ["nodes['my-node'].x + trigger.text + loop.item", 'ähi7'],
    ['Math.max(1, 2)', 2],
    ['Object.keys(nodes).length', 4],
    ['let sum = 0; for (const x of fetch.items) sum += x; return sum', 6],
    ['if (loop.item > 5) { return "big" } return "small";', 'big'],
    ['(() => { return 3 })()', 3],
    ['"return " + 1', 'return 1'],
    ['1 // one', 1],
    ['undefined', null],
    ['null', null],
    ['[undefined, 1]', [null, 1]],
    ['2n ** 70n', '1180591620717411303424'],
    ['NaN', 'NaN'],
    ['-1 / 0', '-Infinity'],
    ['(() => { const a = { n: 1 }; a.self = a; return a })()', { n: 1, self: '[Circular]' }],
    ['(() => { const a = {}; return [a, a] })()', [{}, {}]],
    ['function f() {}', '[Function: f]'],
    ['Symbol("s")', 'Symbol(s)'],
    ['new Map([["a", new Set([1])]])', { a: [1] }],
    ['new Uint8Array([1, 2])', [1, 2]],
    ['new TypeError("no")', { name: 'TypeError', message: 'no' }],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['"a\\u0000b\\ud800"', 'a\uFFFDb\uFFFD'],
    ['JSON.stringify = () => "broken", 5', 5],
    ['typeof process + typeof require + typeof globalThis.fetch', 'undefinedundefinedobject'],
    ["[].constructor.constructor('return typeof process')()", 'undefined'],
  ])('%s -> %j', async (expression, value) => {
    expect(await evaluateExpression(expression, DATA)).toEqual(value);
  });

  test.each([
    ['while (true) {} return 1', 'takes more than 1000 ms'],
    ['while (true) {}', "Expression fails with 'SyntaxError"],
    ["/(a+)+$/.test('a'.repeat(40) + 'b')", 'takes more than 1000 ms'],
    ["let s = 'x'.repeat(2e7), n = 0; while (true) n += s.indexOf('y'); return n", 'takes more than 1000 ms'],
    ['new Uint8Array(1e9)', 'more than 64 MB'],
    ["'a'.repeat(1e9)", 'more than 64 MB'],
    ['(function f() { return f() + 1 })()', 'too deeply'],
    ["eval('['.repeat(1e5))", 'too deeply'],
    ["JSON.parse('['.repeat(1e5))", 'too deeply'],
    ['({ toJSON() { while (true) {} } })', 'takes more than 1000 ms'],
    ["throw new Error('mine')", 'SyntaxError'],
    ['nope.x', "Expression fails with 'ReferenceError: 'nope' is not defined'"],
    ["(() => { throw 'text' })()", "Expression fails with 'Error: text'"],
    ['1 +', 'SyntaxError'],
    ['(async () => 5)()', 'returns a promise'],
    ['[{ amount: Promise.resolve(5) }]', 'returns a promise'],
    ['Promise = Array, (async () => 5)()', 'returns a promise'],
    ["'x'.repeat(1.2e7)", 'the limit is 10000000'],
  ])('%s -> an error with the reason, within the time limit', async (expression, message) => {
    await evaluateExpression('1', DATA);
    const startedAt = processorMs();
    await expect(evaluateExpression(expression, DATA)).rejects.toThrow(message);
    expect(processorMs() - startedAt).toBeLessThan(2_500);
    expect(await evaluateExpression('1 + 1', DATA)).toBe(2);
  });

  test('100,001 characters -> an error with the limit', async () => {
    await expect(evaluateExpression('x'.repeat(100_001), DATA)).rejects.toThrow('it may have 100000');
  });

  test('globals of one expression -> not visible to the next', async () => {
    await evaluateExpression('globalThis.left = Array.prototype.left = 1', DATA);
    expect(await evaluateExpression('typeof left + typeof [].left', DATA)).toBe('undefinedundefined');
  });

  const count = propertyRuns(250, 1_000);
  test(`${count} evaluations, some failing -> memory stays`, async () => {
    const evaluate = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1)
        await evaluateExpression(
          round % 2 === 0 ? 'new Array(1e5).fill(1).length' : '(() => { throw 1 })()',
          DATA,
        ).catch(() => undefined);
    };
    await evaluate(100);
    const before = process.memoryUsage().rss;
    await evaluate(count);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  test('4,000,000 characters of data -> a value; more than 10,000,000 -> an error that states the limit', async () => {
    const ofText = (length: number) => ({ nodes: {}, trigger: { text: 'ä'.repeat(length) } });
    expect(await evaluateExpression('trigger.text.length', ofText(4_000_000))).toBe(4_000_000);
    await expect(evaluateExpression('1', ofText(10_000_000))).rejects.toThrow('the limit is 10000000');
  });

  test('several at once -> each returns its own value', async () => {
    const values = await Promise.all([1, 2, 3, 4].map((n) => evaluateExpression(`loop.item * ${n}`, DATA)));
    expect(values).toEqual([7, 14, 21, 28]);
  });
});
