import { describe, expect, test } from 'vitest';
import { checkProviders } from '../../protocol/provider-limits.js';

describe('checkProviders', () => {
  const project = { known: ['openai'], mainQueue: 'threadline' };

  test('the Task Queue of the workers -> rejected with the value and what to do; another one -> not', () => {
    expect(() => checkProviders({ openai: { taskQueue: 'threadline' } }, project)).toThrow(
      "providers.openai.taskQueue is 'threadline', the Task Queue of all other work; choose another name, or omit it",
    );
    checkProviders({ openai: { taskQueue: 'openai-calls' } }, project);
  });
});
