import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../../flow/validation/validate-flow.js';

const ONE_TOOL = { tools: ['look_up'] };

describe('settings of a call', () => {
  test('every setting with a valid value -> kept unchanged, without a warning', () => {
    const config = {
      model: 'openai:gpt-4.1',
      ...ONE_TOOL,
      temperature: 0.2,
      topP: 0.9,
      topK: 40,
      presencePenalty: -2,
      frequencyPenalty: 2,
      stopSequences: ['END'],
      seed: 7,
      reasoningEffort: 'high',
      toolChoice: { type: 'tool', toolName: 'look_up' },
      providerOptions: { openai: { user: 'ada' } },
      headers: { 'x-team': 'blue' },
    };
    const { problems, definition } = validate(config);
    expect(problems).toEqual([]);
    expect(definition?.nodes[1]).toMatchObject({ config });
  });

  test.each([
    [{ topP: 1.1 }, "has '1.1' in field 'config.topP'; it must be a number from 0 to 1"],
    [{ topK: 0 }, "has '0' in field 'config.topK'; it must be a whole number from 1 to 1,000,000"],
    [{ presencePenalty: 3 }, "has '3' in field 'config.presencePenalty'; it must be a number from -2 to 2"],
    [
      { stopSequences: 'END' },
      "has 'END' in field 'config.stopSequences'; it must be a list of 1 to 16 texts",
    ],
    [{ seed: 1.5 }, "has '1.5' in field 'config.seed'; it must be a whole number"],
    [
      { reasoningEffort: 'lots' },
      "has 'lots' in field 'config.reasoningEffort'; it must be one of 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'",
    ],
    [
      { toolChoice: 'look_up' },
      "has 'look_up' in field 'config.toolChoice'; it must be 'auto', 'none', 'required' or { type: 'tool', toolName }",
    ],
    [
      { ...ONE_TOOL, toolChoice: { type: 'tool', toolName: 'lok_up' } },
      "has 'lok_up' in field 'config.toolChoice.toolName', which is not a tool of this agent (did you mean 'look_up'?); its tools: look_up",
    ],
    [
      { toolChoice: 'required' },
      "has 'required' in field 'config.toolChoice', which is not a tool of this agent; it lists no tools",
    ],
    [
      { providerOptions: { openai: 'fast' } },
      "has 'fast' in field 'config.providerOptions.openai'; it must be an object of options",
    ],
    [{ headers: { 'x-team': 3 } }, "has '3' in field 'config.headers.x-team'"],
    [
      { headers: { 'x team': 'blue' } },
      "has an object in field 'config.headers'; header 'x team' has a name that no header can have; rename it",
    ],
    [
      { headers: { Host: 'a.test' } },
      "has an object in field 'config.headers'; header 'Host' is set by the request itself; drop it",
    ],
    [
      { headers: { 'x-note': 'two\nlines' } },
      "has an object in field 'config.headers'; header 'x-note' has a value that no HTTP header can have; it must be one line of at most 2,000 ASCII characters",
    ],
  ])('%j -> reported with node, field, value and remedy', (config, told) => {
    const { problems } = validate({ model: 'openai:gpt-4.1', ...config });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining(`Node 'helper' ${told}`),
    ]);
  });

  test.each([{ Authorization: 'sEcReT99' }, { 'x-api-key': 'sEcReT99' }, { 'x-a': 'Bearer sEcReT99' }])(
    'a header that carries a key -> refused, and the key is not shown',
    (headers) => {
      const { problems } = validate({ model: 'openai:gpt-4.1', headers });
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toContain('carries a key, and a flow is stored and shown; set the key');
      expect(problems[0]?.message).not.toContain('sEcReT99');
    },
  );
});

function validate(config: object) {
  return validateFlow({
    slug: 'support',
    name: 'Support',
    nodes: [
      { id: 'chat', kind: 'chat' },
      { id: 'helper', kind: 'agent', config },
    ],
    edges: [{ from: 'chat', to: 'helper' }],
  });
}
