import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import type { ProjectConfig } from '../../../define-config.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import {
  fault,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const EXAMPLES = ['support-assistant', 'triage', 'research', 'long-document', 'purchase'] as const;
const BUILT_IN_TOOLS = ['identify_user', 'memory_read', 'memory_write', 'spawn'];

describe('an example', () => {
  test.each(EXAMPLES)('%s -> a project without errors and warnings', async (name) => {
    const { flows, tools = [], nodes = [] } = await loadExample(name);
    const known = {
      tools: [...BUILT_IN_TOOLS, ...tools.map((tool) => tool.name)],
      customKinds: nodes.map(({ kind }) => kind),
      flows: flows.map(({ slug }) => slug),
    };
    expect(flows.flatMap((flow) => validateFlow(flow, known).problems)).toEqual([]);
  });
});

describe('the examples on a model', () => {
  let system: TestSystem;
  let script: (request: ModelRequest) => Reply;
  beforeAll(async () => {
    const projects = await loadExamples(SCRIPTED_MODEL);
    system = await startTestSystem(inject('environment'), {
      ...projects,
      flows: [...projects.flows.map(withSmallWindow), ...projects.flows.flatMap(impatient)],
      model: { script: (request) => script(request) },
    });
  });
  afterAll(() => system?.stop());

  test('support: a return, then one that the shop refuses -> the model reads both results', async () => {
    const calls = toolCalls([{ name: 'return_item', arguments: { order: 1001, item: 'desk lamp' } }]);
    const wrong = toolCalls([{ name: 'return_item', arguments: { order: 1002, item: 'chair' } }]);
    script = ({ messages }) => {
      const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
      return [calls, wrong][results.length] ?? text(results.join(' | '));
    };
    const answer = await ask('support', 'The lamp is broken');
    expect(answer).toMatch(/^\{"returnId":"R-\d+"\} \| .*Order 1002 is not delivered yet: it is shipped/);
    expect(system.model.requests.at(-1)?.body).toMatchObject({
      tools: ['look_up_order', 'return_item', ...BUILT_IN_TOOLS.slice(0, 3)].map((name) => ({
        function: { name },
      })),
    });
  });

  test('triage: a bill -> the categorizer runs, then only billing', async () => {
    script = (request) =>
      text(systemOf(request).startsWith('Name the category') ? 'billing' : 'On the first.');
    const before = system.model.requests.length;
    expect(await ask('triage', 'When is my invoice sent?')).toBe('On the first.');
    const sent = system.model.requests.slice(before);
    expect(sent.map(systemOf)).toEqual([
      expect.stringContaining('- billing: Invoices'),
      expect.stringContaining('questions about bills'),
    ]);
    expect(sent.map((request) => request.text)).toEqual([
      'When is my invoice sent?',
      'When is my invoice sent?',
    ]);
  });

  test('research: three questions, one of which fails -> three sub-executions, a report on all', async () => {
    script = (request) => {
      if (systemOf(request).startsWith('Split')) return text('1. How long?\n2. How much?\n3. Why?');
      if (!request.text.startsWith('Use search_notes')) return text(`Report: ${request.text}`);
      return request.text.includes('How much?')
        ? fault.status(400, { message: 'refused' })
        : text(/"(.*)"/.exec(request.text)?.[1] ?? '');
    };
    const { answer, executionId } = await askWithId('research', 'Solar panels');
    expect(answer).toMatch(
      /^Report: .* answers "Solar panels"\.\n\n- How long\?\n- Flow 'look-into' → node 'look' with openai:scripted: refused.*\n- Why\?\n$/,
    );
    const [tree] = await system.client.executions.tree(executionId);
    const children = new Map(tree?.children.map(({ executionId: id, status }) => [id, status]));
    expect([0, 1, 2].map((item) => children.get(`${executionId}/look/${item}/1`))).toEqual([
      'completed',
      'failed',
      'completed',
    ]);
  });

  test('lead: the agent spawns two tasks -> it receives both results', async () => {
    const tasks = ['one', 'two'].map((words) => ({ flow: 'look-into', text: words }));
    script = ({ text: said, messages }) => {
      if (said.startsWith('Use search_notes')) return text(`found ${said}`);
      const result = messages.find(({ role }) => role === 'tool');
      return result === undefined
        ? toolCalls([{ name: 'spawn', arguments: { tasks } }])
        : text(String(result.content));
    };
    expect(await ask('lead', 'Compare them')).toMatch(/found .*"one.*found .*"two/s);
  });

  test('long-document: a text larger than the window -> every paragraph is in one part, the summaries in their order', async () => {
    script = (request) => {
      const part = /part (\d+) of (\d+)/.exec(request.text);
      return text(part === null ? `All: ${request.text}` : `sum ${part[1]}/${part[2]}`);
    };
    const before = system.model.requests.length;
    const paragraphs = Array.from({ length: 60 }, (_, n) =>
      `Paragraph ${n}. ${'Words of it. '.repeat(150)}`.trim(),
    );
    expect(await ask('long-document', paragraphs.join('\n\n'))).toMatch(
      /^All: .*\n\nsum 1\/5\n\nsum 2\/5\n\nsum 3\/5\n\nsum 4\/5\n\nsum 5\/5$/s,
    );
    const parts = system.model.requests.slice(before, -1).map((request) => request.text);
    expect(paragraphs.map((paragraph) => parts.filter((part) => part.includes(paragraph)).length)).toEqual(
      paragraphs.map(() => 1),
    );
  });

  test.each([
    ['Chair', 'yes', 'Ordered: chair for 80 euros, number A-1.'],
    ['oak table', 'rather not', 'Nothing was ordered.'],
    [
      'constructor',
      'yes',
      "Nothing was ordered: 'constructor' is not sold here. Choose one of: chair, desk lamp, oak table.",
    ],
  ])('purchase: %s, and %s -> %s', async (item, words, answer) => {
    const chat = system.client.conversation({ flow: 'purchase', user: system.newUser() });
    const { executionId, turnId } = await chat.submit(item);
    await vi.waitFor(
      async () => {
        const { answer: asked } = await system.client.executions.get(executionId);
        const waiting = await system.client.executions.waiting();
        expect([asked, waiting.map((open) => open.executionId)]).toEqual([null, [executionId]]);
      },
      { timeout: 60_000, interval: 100 },
    );
    await chat.submit(words);
    expect(await doneText(chat.stream(turnId))).toBe(answer);
  });

  test('purchase: no answer -> nothing is ordered, and the result states why', async () => {
    expect(await ask('purchase-impatient', 'chair')).toBe('Nobody answered in time, so nothing was ordered.');
  });

  async function ask(flow: string, words: string): Promise<string> {
    return (await askWithId(flow, words)).answer;
  }

  async function askWithId(flow: string, words: string): Promise<{ answer: string; executionId: string }> {
    const chat = system.client.conversation({ flow, user: system.newUser() });
    const { text: answer, executionId } = await chat.ask(words);
    return { answer, executionId };
  }
});

describe('the examples without a key', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), await loadExamples(''));
  });
  afterAll(() => system?.stop());

  test.each([
    ['support', 'Look up order 1002', /"items":\["oak table","chair"\],"status":"shipped"/],
    ['triage', 'When are invoices sent?', /^Invoices are sent on the first day of each month\.$/],
    ['triage', 'How is a password reset?', /^A password is reset under Settings, then Security\.$/],
    [
      'research',
      'What does a heat pump cost? How long do solar panels last?',
      /A heat pump costs 9,000 to 15,000 euros\.[^]*Solar panels last 25 to 30 years\./,
    ],
    [
      'lead',
      'Call spawn with {"tasks":[{"flow":"look-into","text":"What does a heat pump cost?"}]}',
      /A heat pump costs 9,000 to 15,000 euros\./,
    ],
    ['long-document', 'Ada was born in 1815.\n\nShe wrote a program in 1843.', /1815[^]*1843/],
  ])('%s: %s -> %s', async (flow, words, answer) => {
    const chat = system.client.conversation({ flow, user: system.newUser() });
    expect((await chat.ask(words)).text).toMatch(answer);
  });
});

function withSmallWindow(flow: FlowDefinition): FlowDefinition {
  if (flow.slug !== 'long-document') return flow;
  const nodes = flow.nodes.map((node) =>
    node.kind === 'model'
      ? {
          ...node,
          config: { ...node.config, extraConfig: { ...node.config.extraConfig, contextWindow: 8_192 } },
        }
      : node,
  );
  return { ...flow, nodes };
}

function impatient(flow: FlowDefinition): FlowDefinition[] {
  if (flow.slug !== 'purchase') return [];
  const nodes = flow.nodes.map((node) =>
    node.kind === 'approval' ? { ...node, config: { ...node.config, expiresSeconds: 1 } } : node,
  );
  return [{ ...flow, slug: 'purchase-impatient', nodes }];
}

function systemOf({ messages: [first] }: ModelRequest): string {
  return first?.['role'] === 'system' ? String(first['content']) : '';
}

async function doneText(events: AsyncIterable<TurnEvent>): Promise<string | undefined> {
  for await (const event of events) if (event.type === 'done') return event.text;
  return undefined;
}

async function loadExample(name: (typeof EXAMPLES)[number]): Promise<ProjectConfig> {
  const module = (await import(`../../../examples/${name}/threadline.config.ts`)) as {
    default: ProjectConfig;
  };
  return module.default;
}

async function loadExamples(
  model: string,
): Promise<Required<Pick<ProjectConfig, 'flows' | 'tools' | 'nodes'>>> {
  vi.resetModules();
  vi.stubEnv('THREADLINE_MODEL', model);
  const projects = await Promise.all(EXAMPLES.map(loadExample));
  vi.unstubAllEnvs();
  return {
    flows: projects.flatMap(({ flows }) => flows),
    tools: projects.flatMap(({ tools = [] }) => tools),
    nodes: projects.flatMap(({ nodes = [] }) => nodes),
  };
}
