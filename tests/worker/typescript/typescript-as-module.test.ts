import { describe, expect, test } from 'vitest';
import { resolve } from '../../../worker/typescript/typescript-as-module.js';

const CONTEXT = { conditions: [], importAssertions: {}, importAttributes: {}, parentURL: undefined };

describe('resolve', () => {
  test.each([
    ['a TypeScript file', 'file:///p/tool.ts', 'module'],
    ['one with a query', 'file:///p/tool.tsx?v=1', 'module'],
    ['one that says CommonJS itself', 'file:///p/tool.cts', 'commonjs'],
    ['JavaScript', 'file:///p/tool.js', 'commonjs'],
    ['TypeScript of a package', 'file:///p/node_modules/x/index.ts', 'commonjs'],
    ['a module of Node', 'node:fs', 'commonjs'],
  ])('%s -> its format', (_situation, url, format) => {
    const resolved = { url, format: 'commonjs' as const, shortCircuit: true };
    expect(resolve('x', CONTEXT, () => resolved)).toEqual({ ...resolved, format });
  });

  test('a next hook that answers later -> a promise of the same result', async () => {
    const later = resolve('x', CONTEXT, () => Promise.resolve({ url: 'file:///p/tool.ts' }));
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toEqual({ url: 'file:///p/tool.ts', format: 'module' });
  });
});
