import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { FLOW_SCHEMA } from '../../../flow/flow-schema.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { generatedFlow } from '../graph/generated-flow.js';
import { body, flowOf, NODES, one } from './flows.js';

describe('validateFlow', () => {
  const ORDINARY = Object.values(NODES).filter(({ kind }) => kind !== 'loop' && kind !== 'switch');

  test.each(ORDINARY.map((node) => [node.kind, node] as const))(
    'the smallest node of kind %s -> the definition unchanged',
    (_kind, node) => {
      const definition = flowOf({
        nodes: [node, { ...NODES.done, id: 'said' }],
        edges: [`chat ${node.id}`, 'chat said'],
      });
      expect(validateFlow(definition)).toEqual({ problems: [], definition });
    },
  );

  test('a loop with a body and a switch with an edge for each route -> the definition unchanged', () => {
    const rules = [{ field: 'chat.text', operator: 'contains', value: 'bill', route: 'billing' }];
    const flow = flowOf({
      nodes: [NODES.each, NODES.sum, { ...NODES.route, config: { rules, fallback: true } }, NODES.done],
      edges: [
        ...body(NODES.each).edges,
        'each route',
        'route done route=billing',
        'route done route=__other__',
      ],
    });
    expect(validateFlow(flow)).toEqual({ problems: [], definition: flow });
  });

  test('the default flow -> no problem', () => {
    expect(
      validateFlow(assistantFlow('offline:demo'), { tools: ['current_time', 'calculate'] }).problems,
    ).toEqual([]);
  });

  test('several errors -> all of them, by node, edge and field', () => {
    const flow = flowOf({
      slug: '',
      nodes: [{ ...NODES.helper, config: { model: '', maxSteps: 0 } }, NODES.done],
      edges: ['chat helper', 'helper ghost'],
    });
    const places = validateFlow(flow).problems.map(({ severity, node, edge, field }) => [
      ...[severity, node ?? edge, field],
    ]);
    expect(places).toEqual([
      ['error', undefined, 'slug'],
      ['error', 'helper', 'config.model'],
      ['error', 'helper', 'config.maxSteps'],
      ['error', 'helper -> ghost', 'to'],
      ['warning', 'done', undefined],
    ]);
  });

  test('optional fields that are undefined -> omitted', () => {
    const node = { ...NODES.helper, label: undefined };
    expect(validateFlow(one(node)).definition).toStrictEqual(one(NODES.helper));
  });

  test('a variable of the template itself, a list method, a failure -> no problem', () => {
    const text =
      '{% for row in helper.output.items() %}{{ row.name }}{% endfor %}{{ helper.error_code }}{{ none }}';
    const nodes = [NODES.helper, { ...NODES.done, config: { text } }];
    expect(validateFlow(flowOf({ nodes, edges: ['chat helper', 'helper done error'] })).problems).toEqual([]);
  });

  test('an object that contains itself -> reported with its place', () => {
    const config: Record<string, unknown> = {};
    config['self'] = { config };
    expect(validateFlow(one({ ...NODES.look, config })).problems).toEqual([
      {
        severity: 'error',
        node: 'look',
        field: 'config.self.config',
        message:
          "Node 'look' has a field 'config.self.config' that contains itself; a definition is plain JSON",
      },
    ]);
  });

  test.each([
    [
      'a getter that throws',
      {
        get slug() {
          throw new Error('No');
        },
      },
    ],
    ['a list without end', { nodes: new Array(1e9) }],
    ['three million characters', { name: Array.from({ length: 40 }, () => 'x'.repeat(75_000)) }],
  ])('%s -> one sentence, at once', (_situation, given) => {
    expect(validateFlow(given).problems).toEqual([
      {
        severity: 'error',
        message:
          'The flow cannot be read, or has more than 200,000 values or 2,000,000 characters; give smaller, plain JSON',
      },
    ]);
  });

  test('a field named __proto__ -> an unknown field, and no prototype', () => {
    const given: unknown = JSON.parse(
      JSON.stringify(one(NODES.done)).replace('"slug"', '"__proto__":{"a":1},"slug"'),
    );
    expect(validateFlow(given).problems.map(({ field }) => field)).toEqual(['__proto__']);
  });

  test('more than 100,000 characters of tags -> reports the text over the limit, within seconds', () => {
    const text = '{{ chat.text }}'.repeat(4_000);
    const nodes = ['a', 'b'].map((id) => ({ id, kind: 'reply', config: { text } }));
    expect(validateFlow(flowOf({ nodes, edges: ['chat a', 'chat b'] })).problems).toMatchObject([
      { node: 'b', field: 'config.text', message: expect.stringContaining('more than 100,000 characters') },
    ]);
  });

  test('any JSON -> problems, never an exception', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (given) => {
        expect(validateFlow(given).definition).toBeUndefined();
      }),
    );
  });

  test('a kind that is an object with members of its own -> a problem with the kind, no exception', () => {
    const [first, ...nodes] = body(NODES.each).nodes as object[];
    const { problems } = validateFlow({
      ...body(NODES.each),
      nodes: [{ ...first, kind: { toString: [] } }, ...nodes],
    });
    expect(problems.map(({ message }) => message).join()).toContain("an object in field 'kind'");
  });

  test('a flow with anything in place of a part -> never an exception, and at least the errors of the schema', () => {
    const place = fc.constantFrom(
      'slug',
      'nodes',
      'edges',
      'budget',
      'id',
      'kind',
      'config',
      'from',
      'on',
      'label',
    );
    fc.assert(
      fc.property(place, fc.jsonValue(), (name, value) => {
        const text = JSON.stringify(body(NODES.each), (key, old: unknown) => (key === name ? value : old));
        const given: unknown = JSON.parse(text);
        if (validateFlow(given).definition !== undefined)
          expect(FLOW_SCHEMA.safeParse(given).success).toBe(true);
      }),
    );
  });

  test('a generated graph that goes forward only -> no error', () => {
    fc.assert(
      fc.property(generatedFlow(), (flow) => {
        expect(validateFlow(flow).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }),
    );
  });
});
