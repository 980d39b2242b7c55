import { describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { fault, text, type ModelRequest } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../packages/testing/worker-process.js';

const CASES: readonly [moment: string, fault: Fault][] = [
  [
    'between the refusal and the plan for the next model',
    { point: 'trimContext.before', action: 'kill', nth: 2 },
  ],
  ['when the next model is about to be asked', { point: 'callModel.claimed', action: 'kill', nth: 2 }],
];

describe('a worker that dies after the first model refused', () => {
  test.each(CASES)(
    '%s -> the next one answers, and the first is not called again',
    async (_moment, death) => {
      const system = await startTestSystem(inject('environment'), {
        withoutWorker: true,
        flows: [flowOf([SCRIPTED_MODEL, SCRIPTED_ANTHROPIC_MODEL])],
        model: {
          script: (request) => (isFirst(request) ? fault.rateLimited({ retryAfter: 60 }) : text('Here.')),
        },
      });
      const first = await startWorkerProcess(system, death);
      let second: Awaited<ReturnType<typeof startWorkerProcess>> | undefined;
      try {
        const conversation = system.client.conversation({ flow: 'several', user: system.newUser() });
        const asking = conversation.ask({ text: 'Hello', timeoutMs: 90_000 });
        await first.exited;
        second = await startWorkerProcess(system);
        const answer = await asking;
        expect(answer.text).toBe('Here.');
        expect(system.model.requests.map(isFirst)).toEqual([true, false]);
        const calls = await system.client.executions.explain(answer.executionId);
        expect(calls.map(({ model, status }) => [model, status])).toEqual([
          [SCRIPTED_MODEL, 'failed'],
          [SCRIPTED_ANTHROPIC_MODEL, 'completed'],
        ]);
      } finally {
        await first.kill();
        await second?.kill();
        await system.stop({ check: false });
      }
    },
  );
});

function isFirst({ path }: ModelRequest): boolean {
  return path.endsWith('/chat/completions');
}

function flowOf(model: readonly string[]): FlowDefinition {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, model: [...model] } } : node,
  );
  return { ...flow, slug: 'several', nodes };
}
