import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../flow/validation/validate-flow.js';
import { nodeDraft, toolDraft } from '../../packages/studio/tools/one-node-flow.js';

describe('toolDraft', () => {
  test('a tool and its input -> a valid flow', () => {
    expect(validateFlow(toolDraft('refund', { amount: 90 }).definition)).toMatchObject({ problems: [] });
  });
});

describe('nodeDraft', () => {
  test('a node that reads the message and the data -> a valid flow', () => {
    const config = { template: '{{ trigger.text }} {{ trigger.data.name }}' };
    const draft = nodeDraft('template', { config, text: 'Hi', data: { name: 'Ada' } });
    expect(draft).toMatchObject({ text: 'Hi', data: { name: 'Ada' } });
    expect(validateFlow(draft.definition)).toMatchObject({ problems: [] });
  });

  test('outputs of other nodes -> a valid flow that begins at the node, with a node for each output', () => {
    const config = { template: '{{ chat.text }} {{ plan.output }} {{ each.results[0] }}' };
    const outputs = { plan: { output: 'Oak' }, each: { results: [1] } };
    const draft = nodeDraft('template', { config, outputs }, { id: 'write', trigger: 'chat' });
    expect(draft).toMatchObject({ from: 'write', outputs });
    expect(validateFlow(draft.definition)).toMatchObject({ problems: [] });
  });

  test('a loop item -> a valid flow that begins at a loop over this item, beside the outputs of other nodes', () => {
    const config = { template: '{{ loop.item.name }} {{ loop.index }} {{ items.output }}' };
    for (const item of [{ name: 'Oak' }, null, [1]]) {
      const draft = nodeDraft(
        'template',
        { config, item, outputs: { items: { output: 'A' } } },
        { id: 'each' },
      );
      expect(draft).toMatchObject({
        from: 'each_2',
        outputs: { items: { output: 'A' }, items_2: { list: [item] } },
      });
      expect(validateFlow(draft.definition)).toMatchObject({ problems: [] });
    }
    expect(
      validateFlow(nodeDraft('template', { config: { template: '{{ loop.item }}' }, item: 1 }).definition),
    ).toMatchObject({ problems: [] });
  });

  test("the trigger's default id is a node's -> a valid flow, with another id for the trigger", () => {
    const config = { template: '{{ start_2.output }}' };
    for (const draft of [
      nodeDraft('template', { config: { template: 'Hi' } }, { id: 'start' }),
      nodeDraft('template', { config, outputs: { start_2: { output: 'Oak' } } }, { id: 'start' }),
      nodeDraft('template', { config, outputs: { start: {}, start_2: { output: 'Oak' } } }),
    ])
      expect(validateFlow(draft.definition)).toMatchObject({ problems: [] });
  });

  test("a team's Workflow, without a message -> a workflow node, and the kind as the message", () => {
    expect(nodeDraft('workflow:ship', { config: { order: 'A-1' } })).toMatchObject({
      text: 'workflow:ship',
      definition: { nodes: [{}, { kind: 'workflow', config: { type: 'ship', input: { order: 'A-1' } } }] },
    });
  });
});
