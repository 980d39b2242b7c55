import { describe, expect, test } from 'vitest';
import { executionResult, type GivenOutput } from '../../../flow/execution/execution-result.js';

const code: GivenOutput = { nodeId: 'sum', kind: 'code', output: { output: 3 }, text: null };
const agent: GivenOutput = { nodeId: 'a', kind: 'agent', output: { output: 'Hi' }, text: 'Hi' };
const silent: GivenOutput = { nodeId: 'b', kind: 'agent', output: { output: ' ' }, text: ' ' };
const reply: GivenOutput = { nodeId: 'say', kind: 'reply', output: { output: { total: 3 } }, text: 'Three' };

describe('executionResult', () => {
  test.each([
    ['P77: a reply', [agent, reply, code], { result: { output: { total: 3 } }, text: 'Three', from: 'say' }],
    ['P77: only an answer', [code, agent], { result: { message: 'Hi' }, text: 'Hi', from: 'a' }],
    [
      'P77: a last answer without text',
      [agent, silent],
      { result: { message: 'Hi' }, text: 'Hi', from: 'a' },
    ],
    [
      'P77: a last speaker who was silent, after an answer',
      [agent, { ...silent, text: '', isSilent: true }],
      { result: { message: 'Hi' }, text: 'Hi', from: 'a' },
    ],
    [
      'P77: none but a silent speaker',
      [code, { ...silent, text: '', isSilent: true }],
      { result: { message: '' }, text: '', from: 'b' },
    ],
    [
      'P77: only outputs',
      [code, { ...code, nodeId: 'route', output: { route: null } }],
      {
        result: { node_outputs: { sum: { output: 3 }, route: { route: null } } },
        text: '{"sum":{"output":3},"route":{"route":null}}',
        from: null,
      },
    ],
    ['P77: nothing', [{ ...code, output: null }], { result: null, text: '', from: null }],
    ['no node ran', [], { result: null, text: '', from: null }],
  ] as const)('%s -> the first of reply, answer, outputs, nothing', (_name, outputs, expected) => {
    expect(executionResult(outputs)).toEqual(expected);
  });
  test('two replies -> the last in the order of the flow', () => {
    const second = { ...reply, nodeId: 'later', text: 'Four', output: { output: 'Four' } };
    expect(executionResult([reply, second])).toMatchObject({ from: 'later', text: 'Four' });
  });
});
