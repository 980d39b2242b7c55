import { describe, expect, test } from 'vitest';
import type { AgentQueues } from '../../../flow/kinds/agent.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf } from './flows.js';

const CALL = { tool: 'calculate', input: { expression: '6*7' } };

describe('the queues of an agent', () => {
  test('instructions with templates and calls of its own tools -> no problem', () => {
    expect(
      problemsOf({ pre: ['Read {{ trigger.text }}.', CALL], post: [CALL, 'Say {{ trigger.user }}.'] }),
    ).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    [
      'a tool that it has not',
      { pre: [{ tool: 'calculat' }] },
      "Node 'helper' has 'calculat' in field 'config.queues.pre[0].tool', which is not a tool of this agent (did you mean 'calculate'?); its tools: calculate",
    ],
    [
      'a wrong template',
      { post: ['fine', '{{ trigger.text'] },
      "Node 'helper' has an invalid template in field 'config.queues.post[1]': ",
    ],
    ['a queue that is none', { todo: ['x'] }, "unknown field 'config.queues.todo'"],
    [
      'an empty instruction',
      { pre: [' '] },
      'it must be an instruction of 1 to 4,000 characters, or an object with a tool',
    ],
    [
      'a long instruction',
      { pre: ['x'.repeat(4_001)] },
      'it must be an instruction of 1 to 4,000 characters',
    ],
    ['a number', { pre: [7] }, "has '7' in field 'config.queues.pre[0]'; it must be an instruction"],
    ['a call without a tool', { pre: [{ input: {} }] }, 'config.queues.pre[0]'],
    [
      'a hundred and one steps',
      { pre: Array.from({ length: 101 }, () => 'x') },
      'it must be a list of at most 100 steps',
    ],
  ])('%s -> an error with the reason', (_situation, queues, told) => {
    const messages = problemsOf(queues as AgentQueues);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(told);
  });

  test('an instruction that refers to a node which does not run before -> reported as in any template', () => {
    expect(problemsOf({ pre: ['{{ nobody.output }}'] }).join()).toContain('config.queues.pre[0]');
  });
});

function problemsOf(queues: AgentQueues): string[] {
  const config = { model: 'offline:demo', tools: ['calculate'], queues };
  const { problems } = validateFlow(
    flowOf({ nodes: [{ id: 'helper', kind: 'agent', config }], edges: ['chat helper'] }),
  );
  return problems.map(({ message }) => message);
}
