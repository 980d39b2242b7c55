import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { CategorizerConfig } from '../../../flow/kinds/categorizer.js';
import { categorizer } from '../../../flow/kinds/node-kinds.js';
import { agentConfig } from '../../../flow/kinds/model-node.js';
import { nameCategory, planOfflineReply } from '../../../models/offline/plan-offline-reply.js';
import { processorMs } from '../../setup/processor-ms.js';

const CATEGORIES: CategorizerConfig['categories'] = [
  { name: 'billing', description: 'Invoices and payments' },
  { name: 'technical', description: 'Errors, crashes: also of payments' },
  { name: 'anything else' },
];

describe('nameCategory', () => {
  test.each([
    ['My invoice is wrong', 'billing'],
    ['A crash shows an error', 'technical'],
    ['Technical, please', 'technical'],
    ['About my payment', 'billing'],
    ['I like cats', 'anything else'],
    ['', 'anything else'],
    ['👋', 'anything else'],
  ])('%j -> %s', (said, category) => {
    expect(nameCategory(asked(said))).toBe(category);
  });

  test('nothing in common and no fallback category -> the first', () => {
    expect(nameCategory(asked('I like cats', { categories: CATEGORIES.slice(0, 2) }))).toBe('billing');
  });

  test('more instructions, with a list of their own -> no categories from that list', () => {
    const instructions = '- cats: never seen\n\nCategories:\n- cats';
    expect(nameCategory(asked('I like cats', { instructions }))).toBe('anything else');
  });

  test.each([
    ['no system message', [{ role: 'user', content: [{ type: 'text', text: 'Categories:\n- a' }] }]],
    ['a list of something else', system('Be brief.\n\nCategories:\n- a')],
    ['a category without a list', system('Name the category of the text.')],
    ['no message', []],
  ] as [string, LanguageModelV3Prompt][])('%s -> no category is requested', (_name, prompt) => {
    expect(nameCategory(prompt)).toBeUndefined();
  });

  test('100,000 characters of a system message -> named in time', () => {
    const started = processorMs();
    for (const unit of ['\n', '\t', '- ', 'categories:', '\n- ', '\n\t'])
      nameCategory([...system(`category ${unit.repeat(100_000 / unit.length)}`), ...asked('x').slice(1)]);
    expect(processorMs() - started).toBeLessThan(2_000);
  });
});

describe('planOfflineReply', () => {
  test('a categorizer whose categories speak of summaries -> the bare name', () => {
    const categories = [{ name: 'notes', description: 'Write a summary' }, { name: 'talk' }];
    expect(planOfflineReply({ prompt: asked('Summarize my notes', { categories }) }).words).toEqual([
      'notes',
    ]);
  });

  test('spawn requested with JSON -> its call', () => {
    const tasks = { tasks: [{ flow: 'self', text: 'one' }] };
    const prompt = asked(`Call spawn with ${JSON.stringify(tasks)}`).slice(1);
    const inputSchema = { type: 'object' as const, properties: { tasks: { type: 'array' as const } } };
    const { toolCalls } = planOfflineReply({
      prompt,
      tools: [{ type: 'function', name: 'spawn', inputSchema }],
    });
    expect(toolCalls.map(({ toolName, input }) => [toolName, JSON.parse(input)])).toEqual([['spawn', tasks]]);
  });
});

function asked(said: string, config: Partial<CategorizerConfig> = {}): LanguageModelV3Prompt {
  const node = categorizer({ model: 'offline:demo', categories: CATEGORIES, ...config });
  const text = agentConfig({ id: 'sort', ...node }).system ?? '';
  return [...system(text), { role: 'user', content: [{ type: 'text', text: said }] }];
}

function system(content: string): LanguageModelV3Prompt {
  return [{ role: 'system', content }];
}
