import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES, one, type TestNode } from './flows.js';

const code = (expression: string): TestNode => ({ ...NODES.sum, config: { expression } });
const say = (text: string, more = {}): TestNode => ({ ...NODES.done, config: { text, ...more } });

const filterBy = (operator: string, value?: unknown): TestNode => ({
  id: 'route',
  kind: 'filter',
  config: { over: '{{ trigger.data.items }}', conditions: [{ field: 'price', operator, value }] },
});

describe('validateFlow', () => {
  test.each<[situation: string, node: TestNode, told: RegExp, context?: FlowContext]>([
    [
      'code that does not parse',
      code('1 +'),
      /code in field 'config.expression' that is not JavaScript: Unexpected token;/,
    ],
    ['await', code('await fetch("x")'), /it has 'await', but nothing waits for a promise/],
    ['white space as code', code(' \n'), /is not JavaScript: it is empty/],
    [
      'an async function that is called',
      code('(async () => 1)()'),
      /that returns a promise, and nothing waits/,
    ],
    [
      'a rounded number in a condition',
      filterBy('equals', 2 ** 53),
      /^Node 'route' has a field 'config.conditions\[0\].value' that has the number '9007199254740992'/,
    ],
    ['a dynamic import', code('import("fs")'), /that returns a promise/],
    ['a promise', code('Promise.resolve(1).then((n) => n)'), /that returns a promise/],
    ['statements that return a promise', code('const a = 1; return { a: Promise.all([a]) }'), /a promise/],
    ['an assignment to what is not declared', code('nope += 1'), /code has no variable 'nope'/],
    ['a field of a field of a text in code', code('trigger.text.foo.bar'), /'trigger.text' is a text, which/],
    [
      'a text with a field of a text',
      say('{{ trigger.text.foo }}'),
      /'trigger.text' is a text, which has no/,
    ],
    [
      'a text with an unknown field of the user',
      say('{{ chat.user_context.chanel }}'),
      /'chat.user_context' has no 'chanel' \(did you mean 'channel'\?\); it has: user, channel/,
    ],
    ['a text with a result that is not a number', say('{{ 1 / 0 }}'), /cannot calculate '1 \/ 0'/],
    ['a part of a text with no result', say('{{ trigger.data.n + 1 % 0 }}'), /cannot calculate '1 % 0'/],
    ['30,000 operators', say(`{{ 1${'+1'.repeat(30_000)} }}`), /it is nested too deeply; split it/],
    [
      'code that reads a node that is none',
      code('nodes.nope.output'),
      /'nodes.nope.output' .* node 'nope' does not exist/,
    ],
    ['code that reads itself', code('nodes.sum.output'), /node 'sum' does not run before this node/],
    [
      'code with a variable that is none',
      code('triger.text'),
      /no variable 'triger' \(did you mean 'trigger'\?\)/,
    ],
    [
      'code that reads its trigger by its id',
      code('chat.text'),
      /no variable 'chat'; code reads it as 'trigger'/,
    ],
    ['code that reads a field of a field that is none', code('trigger.txet.length'), /did you mean 'text'\?/],
    ['code that reads an item outside of a loop', code('loop.item'), /this node is in no loop/],
    [
      'a text with a field that the trigger lacks',
      say('{{ trigger.txet }}'),
      /'trigger' has no 'txet' \(did you mean 'text'\?\)/,
    ],
    [
      'a text with an item outside of a loop',
      say('{{ loop.item }}'),
      /this node is in no loop; read it inside of one/,
    ],
    ['a text with a node that is none', say('Hi {{ nope | upper }}'), /node 'nope' does not exist/],
    [
      'a wrong template in data',
      say('x', { data: { a: ['{{ x'] } }),
      /invalid template in field 'config.data.a\[0\]'/,
    ],
    [
      'a wrong system prompt',
      { ...NODES.helper, config: { model: 'offline:demo', system: '{{ x' } },
      /'config.system'/,
    ],
    [
      'a wrong value of a rule',
      rule({ value: '{{ x' }),
      /invalid template in field 'config.rules\[0\].value'/,
    ],
    ['a template as a path', rule({ field: '{{ trigger.text | upper }}' }), /it must be a dotted path/],
    [
      'a pause that is not a number',
      { ...NODES.pause, config: { seconds: 'abc' } },
      /'abc' in field 'config.seconds'; it must be a number of seconds/,
    ],
    [
      'an unknown provider',
      { ...NODES.answer, config: { model: 'opnai:gpt' } },
      /provider 'opnai' does not exist \(did you mean 'openai'\?\); .*: openai, offline$/,
      { providers: ['openai', 'offline'] },
    ],
    [
      'an unknown provider among models',
      { ...NODES.answer, config: { model: ['openai:a', 'nope:b'] } },
      /'config.model\[1\]'/,
      { providers: ['openai'] },
    ],
    [
      'an unknown trigger of its own',
      { ...NODES.other, config: { flow: 'triage', trigger: 'chta' } },
      /is not a trigger of flow 'triage' \(did you mean 'chat'\?\); its triggers: chat/,
    ],
  ])('%s -> an error with its place', (_situation, node, told, context) => {
    const { problems, definition } = validateFlow(one(node), context);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ message }) => message).join('\n')).toMatch(told);
    expect(errors.map((problem) => problem.node)).toEqual(errors.map(() => node.id));
    expect(errors.every(({ field = '' }) => field.startsWith('config.'))).toBe(true);
    expect(definition).toBeUndefined();
  });

  test.each<[situation: string, node: TestNode, told: RegExp, context?: FlowContext]>([
    [
      'code that may not need a node that is none',
      code('nodes.nope?.output ?? 1'),
      /node 'nope' does not exist/,
    ],
    ['code in a branch', code('trigger.text ? 1 : nope'), /no variable 'nope'/],
    ['a value with a default', say("{{ trigger.txet | default('x') }}"), /'trigger' has no 'txet'/],
    ['a value in a condition', say('{% if nope %}x{% endif %}'), /node 'nope' does not exist/],
    [
      'a missing value that is to be empty',
      say('{{ nope }}', { missing: 'empty' }),
      /node 'nope' does not exist/,
    ],
    [
      'a list without braces',
      { ...NODES.cheap, config: { over: 'trigger.data.items', conditions: [] } },
      /which is one item, this text; put a path in braces/,
    ],
    [
      'an unknown trigger of another flow',
      { ...NODES.other, config: { flow: 'other', trigger: 'x' } },
      /is not a trigger of flow 'other'; its triggers: start/,
      { triggers: { other: ['start'] } },
    ],
  ])('%s -> a warning with its place', (_situation, node, told, context) => {
    const { problems, definition } = validateFlow(one(node), context);
    expect(problems[0]).toMatchObject({ severity: 'warning', node: node.id });
    expect(problems[0]?.message).toMatch(told);
    expect(definition).toBeDefined();
  });

  test.each([
    ['a path in braces', rule({ field: '{{ trigger.data.amount }}' })],
    ['a path with brackets', rule({ field: "trigger.data['amount']" })],
    ['all that a trigger has', say('{{ trigger.user_context.user }} {{ chat.parent_execution_id }}')],
    ['an item in `for`', say('{% for x in trigger.data.items %}{{ loop.index }} {{ x }}{% endfor %}')],
    ['variables of its own', code('const { n } = trigger.data; return [1].map((x) => x + n)')],
    ['names of the language', code('Object.keys(JSON.parse("{}")).length + Math.max(1, NaN)')],
  ])('%s -> no problem', (_situation, node) => {
    expect(
      validateFlow(
        flowOf({ nodes: [node, NODES.answer], edges: [`chat ${node.id}`, 'chat answer'] }),
      ).problems.filter(({ message }) => !message.includes('but no edge with this route')),
    ).toEqual([]);
  });

  test('a chat whose switch has a rule for each category -> no problem; one without -> a warning', () => {
    const rule = (value: string) => ({ field: 'sort.category', operator: 'equals', value, route: value });
    const chat = (values: string[]) =>
      flowOf({
        nodes: [NODES.sort, { ...NODES.route, config: { rules: values.map(rule) } }, NODES.done],
        edges: ['chat sort', 'sort route', ...values.map((value) => `route done route=${value}`)],
      });
    expect(validateFlow(chat(['billing', 'other'])).problems).toEqual([]);
    expect(validateFlow(chat(['billing'])).problems.map(({ node }) => node)).toEqual(['route']);
  });

  test('two results of an item -> a warning that names both; after a switch no warning', () => {
    const item = (id: string) => ({ ...NODES.sum, id });
    const nodes = [NODES.each, item('a'), item('b'), NODES.done];
    const twice = ['chat each', 'each a item', 'each b item', 'a each next', 'b each next', 'each done'];
    expect(validateFlow(flowOf({ nodes, edges: twice })).problems.map(({ message }) => message)).toEqual([
      "Loop 'each' has one result per item, but several nodes of its body run and lead to its next item: a, b; connect them to a merge, and the merge to the loop",
    ]);
    const rules = [{ field: 'loop.item', operator: 'exists', route: 'a' }];
    const route = { ...NODES.route, config: { rules, fallback: true } };
    const routed = [
      'chat each',
      'each route item',
      'route a route=a',
      'route b route=__other__',
      'a each next',
      'b each next',
      'each done',
    ];
    expect(validateFlow(flowOf({ nodes: [...nodes, route], edges: routed })).problems).toEqual([]);
  });
});

function rule(changes: object): TestNode {
  const rules = [{ field: 'trigger.text', operator: 'equals', value: 'x', route: 'a', ...changes }];
  return { ...NODES.route, config: { rules } };
}
