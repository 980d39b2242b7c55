import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow, type NodeDraft } from '../../../flow/builder/define-flow.js';
import { agent, approval, chat, manual, reply, switchOn, template } from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { Missing } from '../../../flow/templates/missing.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from '../gateway/serve-gateway.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

const DEAR = 'Dear {{ trigger.data.name }}';
const MESSAGE =
  "Node 'work' has no value for '{{ trigger.data.name }}': send one, add a default as in '{{ trigger.data.name | default('…') }}', or set 'missing' of the node or the flow to 'empty'";

let calls = 0;
let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      writing('say', reply({ text: DEAR })),
      writing('say-data', reply({ text: 'x', data: { to: DEAR } })),
      writing('ask', approval({ prompt: DEAR })),
      writing('letter', template({ template: { lines: [DEAR] } })),
      writing('agent-system', agent({ model: SCRIPTED_MODEL, system: DEAR })),
      writing('agent-prompt', agent({ model: SCRIPTED_MODEL, prompt: DEAR })),
      writing('agent-step', agent({ model: SCRIPTED_MODEL, queues: { pre: [DEAR] } })),
      writing(
        'route',
        switchOn({ rules: [{ field: 'trigger.text', operator: 'not_equals', value: DEAR, route: 'a' }] }),
      ),
      defineFlow({
        slug: 'chatting',
        name: 'Chatting',
        nodes: { start: chat(), work: reply({ text: DEAR }) },
        edges: [['start', 'work']],
      }),
      writing('flow-empty', reply({ text: DEAR }), 'empty'),
      writing('node-empty', reply({ text: DEAR, missing: 'empty' }), 'keep'),
      writing('flow-keep', reply({ text: DEAR }), 'keep'),
      writing('commented', agent({ model: SCRIPTED_MODEL, system: 'Be brief.{# not for the model #}' })),
      writing('defaulted', reply({ text: "Dear {{ trigger.data.name | default('customer') }}" })),
    ],
    model: {
      script: () => {
        calls += 1;
        return text('answered');
      },
    },
  });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

describe('a template without a value', () => {
  test.each(['say', 'say-data', 'ask', 'letter', 'agent-system', 'agent-prompt', 'agent-step', 'route'])(
    'P104: %s -> the node fails with node, expression and remedy; its error edge is taken; no model is called',
    async (flow) => {
      calls = 0;
      const { executionId, nodes, answer } = await runFlow(system, { flow });
      expect(nodes.map(({ nodeId, status }) => `${nodeId} ${status}`)).toEqual([
        'work failed',
        'rescue success',
      ]);
      expect((await outputsOf(system, executionId))['work']).toEqual({
        error: MESSAGE,
        error_code: 'Node.Failed',
        reason: 'failed',
      });
      expect(answer).toBe('rescued');
      expect(calls).toBe(0);
    },
  );

  test.each([
    ['flow-empty', 'Dear '],
    ['node-empty', 'Dear '],
    ['flow-keep', DEAR],
    ['defaulted', 'Dear customer'],
  ])('P104: %s -> %j', async (flow, expected) => {
    expect((await runFlow(system, { flow })).answer).toBe(expected);
    expect((await runFlow(system, { flow, data: { name: 'Zoë' } })).answer).toBe('Dear Zoë');
  });

  test('P104: a comment in a prompt -> the model reads the rest alone', async () => {
    await runFlow(system, { flow: 'commented' });
    expect(system.model.requests.at(-1)!.messages[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
  });

  test('P104: in a chat -> the turn fails with the node, and the template is not shown', async () => {
    const conversation = system.client.conversation({ flow: 'chatting', user: system.newUser() });
    await expect(conversation.ask('Hi')).rejects.toThrow(MESSAGE);
    const { messages } = await conversation.history();
    expect(messages.map((message) => message.text)).toEqual(['Hi']);
  });

  test.each([
    ['/v1/chat/completions', { model: 'chatting', messages: [{ role: 'user', content: 'Hi' }] }],
    [
      '/v1/chat/completions',
      { model: 'chatting', messages: [{ role: 'user', content: 'Hi' }], stream: true },
    ],
    ['/v1/responses', { model: 'chatting', input: 'Hi' }],
    [
      '/api/chat',
      {
        id: 'c',
        flow: 'chatting',
        messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
      },
    ],
    [
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'chatting', arguments: { message: 'Hi' } },
      },
    ],
  ])('P104: %s -> it fails, and shows neither the template nor the node', async (path, body) => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${system.newUser()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    const shown = await response.text();
    expect(shown).toMatch(/The answer failed|The request failed/);
    expect(shown).not.toMatch(/\{\{|'work'|Dear/);
  });
});

function writing(slug: string, work: NodeDraft, missing?: Missing): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    ...(missing && { missing }),
    nodes: { start: manual(), work, rescue: reply({ text: 'rescued' }) },
    edges: [
      ['start', 'work'],
      ['work', 'rescue', { on: 'error' }],
    ],
  });
}
