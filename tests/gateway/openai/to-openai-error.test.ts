import { describe, expect, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { renderOpenAiError } from '../../../packages/gateway/openai/errors/openai-error.js';
import {
  toOpenAiError,
  turnFailureToOpenAiError,
} from '../../../packages/gateway/openai/errors/to-openai-error.js';
import { FAILURE_TYPES } from '../../../protocol/failure-types.js';

describe('toOpenAiError', () => {
  test.each(['Tool.Own', 'constructor', '__proto__', 'toString'])(
    "a failure of the project's own type '%s' -> an internal error without the failure's text",
    (type) => {
      const { message, facts } = toOpenAiError(new ThreadlineError(type, 'password of 10.0.0.1 is wrong'));
      expect([message, facts.status, facts.code]).toEqual(['The answer failed', 500, 'failed']);
    },
  );
});

describe('turnFailureToOpenAiError', () => {
  test.each([...FAILURE_TYPES, 'Tool.Own'])(
    'a stored turn that failed with %s -> no header requests a retry',
    (errorType) => {
      const { headers } = renderOpenAiError(turnFailureToOpenAiError({ errorType, message: '' }));
      expect(headers).toEqual({ 'x-should-retry': 'false' });
    },
  );
});
