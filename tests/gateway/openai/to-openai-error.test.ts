import { describe, expect, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { toOpenAiError } from '../../../gateway/openai/errors/to-openai-error.js';

describe('toOpenAiError', () => {
  test.each(['Tool.Own', 'constructor', '__proto__', 'toString'])(
    "a failure of the project's own type '%s' -> a fault, in no words of its own",
    (type) => {
      const { message, facts } = toOpenAiError(new ThreadlineError(type, 'password of 10.0.0.1 is wrong'));
      expect([message, facts.status, facts.code]).toEqual(['The answer failed', 500, 'failed']);
    },
  );
});
