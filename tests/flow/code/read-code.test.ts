import { describe, expect, test } from 'vitest';
import { engineProblem } from './engine-problem.js';
import { readCode } from '../../../flow/code/read-code.js';

describe('readCode', () => {
  test.each([
    ['nodes.a.output', ['nodes.a.output 3']],
    ['nodes.a.output.map(x => x.b)', ['nodes.a.output.map 5']],
    ['nodes["a b"][0].c', ['nodes.a b.0.c 4']],
    ['nodes[trigger.text].c', ['trigger.text 2', 'nodes 2']],
    ['nodes.a?.b', ['nodes.a.b 0']],
    ['trigger.text ? nodes.a : loop.item', ['trigger.text 2', 'nodes.a 0', 'loop.item 0']],
    ['trigger.text || nodes.a', ['trigger.text 2', 'nodes.a 0']],
    ['() => nodes.a.b', ['nodes.a.b 0']],
    ['(() => { const x = nodes.a; return x.b; })()', ['nodes.a 2']],
    ['const { b } = nodes.a; if (b) return 1; return nodes.c.d', ['nodes.a 2', 'nodes.c.d 0']],
    ['{ nodes: 1, a: trigger.text }', ['trigger.text 2']],
    ['typeof nope', ['nope 0']],
    ['for (const item of trigger.data.items) { nope(item) } return 1', ['trigger.data.items 3', 'nope 0']],
    ['try { nope() } catch (error) { return error } return 1', ['nope 0']],
    ['[1, 2].map((n) => n)', []],
    ['`a ${loop.item.x}`', ['loop.item.x 3']],
  ])('%s -> %j', (expression, expected) => {
    const read = readCode(expression);
    const paths = 'paths' in read ? read.paths : [];
    expect(paths.map(({ names, required }) => `${names.join('.')} ${required}`)).toEqual(expected);
  });

  test.each([
    ['1 +', 'Unexpected token'],
    ['await 1', "it has 'await', but nothing waits for a promise"],
    [' \n', 'it is empty'],
    ['return return', 'Unexpected token'],
    ['let a; let a; return 1', "Identifier 'a' has already been declared"],
  ])('%j -> %s', (expression, problem) => {
    expect(readCode(expression)).toEqual({ problem });
  });

  test('100,000 levels -> no stack overflow', () => {
    expect(readCode('['.repeat(100_000))).toEqual({ problem: 'it is nested too deeply' });
    expect(readCode(`1${'+1'.repeat(1_000)}`)).toEqual({ paths: [] });
  });

  test.each([
    ...[
      '1',
      '{ a: 1 }',
      'x?.y ?? 1',
      'a ||= 1',
      '1n ** 2n',
      '/(?<y>a)/u.exec("a").groups.y',
      'class A { #x = 1 }',
    ],
    ...[
      'let x = 1; return x;',
      'function f() {} return f',
      'return',
      'a b',
      '#!x',
      '{',
      'import x from "y"',
      '01',
    ],
    ...[
      'new.target',
      'super.x',
      'yield',
      'break',
      'for await (const x of y) {}',
      'async () => await 1',
      '/(/',
      '/a/v',
    ],
    ...[
      '"\n"',
      '({ __proto__: 1, __proto__: 2 })',
      'with (a) {} return 1',
      'delete a',
      '`${',
      '<!-- x',
      'a => {}',
    ],
  ])('%j -> the same as the engine that runs it', async (expression) => {
    const read = readCode(expression);
    expect('problem' in read).toBe((await engineProblem(expression)) !== undefined);
  });
});
