import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { loadModelFacts } from '../../../store/models/learned-model-facts.js';
import {
  fault,
  offeredTools,
  PERSONALITIES,
  startModelServer,
  type ModelServer,
  type PersonalityName,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { toRoles } from '../context/fixtures/requests.js';
import { listFlows, playScript } from './fixtures/worlds.js';

const [isQwenBroken] = PERSONALITIES['qwen-llama.cpp'].rules;

let toolless: ModelServer;
let wrong: ModelServer;
let system: TestSystem;
beforeAll(async () => {
  toolless = await start('no-tools');
  wrong = await start('qwen-vllm');
  system = await startTestSystem(inject('environment'), {
    flows: [
      ...listFlows('own', SCRIPTED_MODEL),
      ...listFlows('wrong', 'wrong:m'),
      agentFlow({ slug: 'toolless', model: 'toolless:plain', tools: ['calculate'] }),
      agentFlow({ slug: 'either', model: ['toolless:m', SCRIPTED_MODEL], tools: ['calculate'] }),
    ],
    models: {
      toolless: { baseUrl: toolless.baseUrl },
      wrong: { baseUrl: wrong.baseUrl, models: { m: { systemMessages: 'anywhere' } } },
    },
    model: {
      script: (request) => {
        const rejection = isQwenBroken(request);
        return rejection === null ? playScript(request) : fault.status(500, { message: rejection.message });
      },
    },
  });
});
afterAll(async () => {
  await system?.stop();
  await toolless?.close();
  await wrong?.close();
});

describe('a rejection that names the chat template', () => {
  test('500: system message first -> sent again as one message, remembered for all workers, recorded with the call', async () => {
    const conversation = system.client.conversation({ flow: 'own-chat', user: system.newUser() });
    expect(lookUpModel(SCRIPTED_MODEL).template.systemMessages).toBe('anywhere');
    const asked = system.model.requests.length;
    await conversation.ask('Please always answer in French. Question 1');
    expect(lookUpModel(SCRIPTED_MODEL).template.systemMessages).toBe('first');
    await conversation.ask('Question 2');
    const sent = system.model.requests.slice(asked);
    expect(sent.filter((request) => isQwenBroken(request) !== null)).toHaveLength(1);
    await expect
      .poll(() => loadModelFacts(system.db))
      .toContainEqual({ model: SCRIPTED_MODEL, fact: 'systemMessages', value: 'first' });

    const before = system.model.requests.length;
    const { executionId } = await conversation.ask('Question 50');
    const [request] = system.model.requests.slice(before);
    expect(toRoles(request!).filter((role) => role === 'system')).toHaveLength(1);
    const [call] = await system.client.executions.explain(executionId);
    expect(call).toMatchObject({ status: 'completed' });
  });

  test("the config contradicts it -> the turn fails with the endpoint's message, after two requests", async () => {
    const conversation = system.client.conversation({ flow: 'wrong-chat', user: system.newUser() });
    const failure: unknown = await conversation.ask(`Please always answer in French. Question 1`).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(String(failure)).toContain('System message must be at the beginning');
    expect(wrong.requests.filter(({ refusal }) => refusal !== undefined)).toHaveLength(2);
  });
});

describe('an endpoint that rejects tools', () => {
  test('no other model is listed -> a plain answer with a warning, and no tools from then on', async () => {
    const conversation = system.client.conversation({ flow: 'toolless', user: system.newUser() });
    const { text: answer, executionId } = await conversation.ask('Question 1, calculate');
    expect(answer).toBe('Answer to Question 1, calculate.');
    const [rejected, answered] = await system.client.executions.explain(executionId);
    expect(rejected).toMatchObject({ status: 'failed', errorType: 'Model.LayoutRejected' });
    expect(answered!.context.warnings).toEqual([
      "Model 'toolless:plain' rejected tools, so it is asked without them",
    ]);
    await conversation.ask('Question 2, calculate');
    expect(toolless.requests.map(({ refusal }) => refusal?.status)).toEqual([400, undefined, undefined]);
  });

  test('another model is listed -> it is called, with the tools, in each turn', async () => {
    const conversation = system.client.conversation({ flow: 'either', user: system.newUser() });
    for (const question of ['Question 1, calculate', 'Question 2, calculate']) {
      const asked = toolless.requests.length;
      const { text: answer, executionId } = await conversation.ask(question);
      expect(answer).toBe(`Answer to ${question}.`);
      expect(toolless.requests.slice(asked).map(({ refusal }) => refusal?.status)).toEqual([400]);
      expect(offeredTools(system.model.requests.at(-1)!)).toContain('calculate');
      const calls = await system.client.executions.explain(executionId);
      expect(calls.map(({ model, status }) => `${model} ${status}`)).toEqual([
        'toolless:m failed',
        `${SCRIPTED_MODEL} completed`,
        `${SCRIPTED_MODEL} completed`,
      ]);
    }
  });
});

function start(personality: PersonalityName): Promise<ModelServer> {
  return startModelServer({ personality, script: playScript });
}
