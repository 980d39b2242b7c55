import { describe, expect, test } from 'vitest';
import { renameOldFields } from '../../../flow/names/rename-old-fields.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';

const OLD = {
  slug: 'support',
  name: 'Support',
  history: { message_characters: 500, messages: 4 },
  nodes: [
    { id: 'chat', kind: 'chat' },
    {
      id: 'helper',
      kind: 'agent',
      config: { extra_config: { context_window: 8_000, pictures: false }, model: 'openai:gpt-4.1' },
    },
    { id: 'ask', kind: 'approval', config: { prompt: 'Sure?', expires_seconds: 3, on_refusal: 'continue' } },
    { id: 'mine', kind: 'custom:mine', config: { on_error: 'its own' } },
  ],
  edges: [
    { from: 'chat', to: 'helper' },
    { from: 'helper', to: 'ask' },
    { from: 'ask', to: 'mine' },
  ],
};
const NEW = {
  ...OLD,
  history: { messageCharacters: 500, messages: 4 },
  nodes: [
    OLD.nodes[0],
    {
      id: 'helper',
      kind: 'agent',
      config: { extraConfig: { contextWindow: 8_000, pictures: false }, model: 'openai:gpt-4.1' },
    },
    { id: 'ask', kind: 'approval', config: { prompt: 'Sure?', expiresSeconds: 3, onRefusal: 'continue' } },
    OLD.nodes[3],
  ],
};

describe('renameOldFields', () => {
  test('old names -> the new ones in their places, what is not ours and what was given as it was', () => {
    const given = structuredClone(OLD);
    expect(JSON.stringify(renameOldFields(given).definition)).toBe(JSON.stringify(NEW));
    expect(given).toEqual(OLD);
  });

  test('new names -> the very definition', () => {
    const { definition, renamed } = renameOldFields(NEW);
    expect(definition).toBe(NEW);
    expect(renamed).toEqual([]);
  });

  test.each([[null], ['a'], [{ nodes: {} }], [{ nodes: [null, { config: [] }], history: 3 }]])(
    '%j -> as it is',
    (given) => expect(renameOldFields(given).definition).toBe(given),
  );
});

describe('validateFlow', () => {
  test('old names -> the definition with the new ones, and a note for each', () => {
    const { problems, definition } = validateFlow(OLD, { customKinds: ['custom:mine'] });
    expect(definition).toEqual(NEW);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      "warning: The flow has 'history.message_characters', the old name of a field, which is read; rename it to 'messageCharacters'",
      "warning: Node 'helper' has 'config.extra_config', the old name of a field, which is read; rename it to 'extraConfig'",
      "warning: Node 'helper' has 'config.extra_config.context_window', the old name of a field, which is read; rename it to 'contextWindow'",
      "warning: Node 'ask' has 'config.expires_seconds', the old name of a field, which is read; rename it to 'expiresSeconds'",
      "warning: Node 'ask' has 'config.on_refusal', the old name of a field, which is read; rename it to 'onRefusal'",
    ]);
  });

  test('a field by both names -> the old one is unknown', () => {
    const config = { prompt: 'Sure?', on_refusal: 'end', onRefusal: 'continue' };
    const nodes = [OLD.nodes[0], { id: 'ask', kind: 'approval', config }];
    const { problems } = validateFlow({ ...OLD, nodes, edges: [{ from: 'chat', to: 'ask' }], history: {} });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("Node 'ask' has an unknown field 'config.on_refusal'"),
    ]);
  });
});
