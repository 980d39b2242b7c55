import type { ModelRequest } from '../http/model-request.js';
import type { WireFormat } from '../http/wire-format.js';
import { eventFrame, messageBody, MessageFrames } from './anthropic-answers.js';
import {
  anthropicError,
  checkAnthropicKey,
  checkHeaders,
  errorEnvelope,
  outputTooLong,
  promptTooLong,
  toAnthropicError,
} from './anthropic-errors.js';
import { validateCountRequest, validateMessagesRequest } from './validate-messages-request.js';

const MESSAGES_PATH = '/v1/messages';
const COUNTER_PATH = `${MESSAGES_PATH}/count_tokens`;
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export const anthropicWireFormat: WireFormat = {
  route: ({ method, path }) => {
    if (path === COUNTER_PATH && method === 'POST') return 'count';
    if (path.startsWith(`${MESSAGES_PATH}/`)) return anthropicError(404);
    if (path !== MESSAGES_PATH) return null;
    return method === 'POST' ? 'generate' : anthropicError(405);
  },
  unparsableBody: () => anthropicError(400, 'The request body is not valid JSON'),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  oversizedBody: () => anthropicError(413),
  checkApiKey: checkAnthropicKey,
  checkHeaders,
  validate: validateMessagesRequest,
  promptTooLong,
  outputTooLong,
  // Anthropic sends no code, so it is only kept for the recorded request.
  scriptFailure: (code, message) => ({ ...anthropicError(400, message), code }),
  errorFacts: toAnthropicError,
  errorBody: (facts, request) => JSON.stringify(errorEnvelope(facts, request && requestId(request))),
  counter: {
    validate: validateCountRequest,
    readRequest: (body) => body,
    answer: (tokens) => JSON.stringify({ input_tokens: tokens }),
  },
  isStreaming: ({ body }) => body['stream'] === true,
  encoder: (request) => {
    const frames = new MessageFrames(request);
    return {
      frames: (event) => frames.write(event),
      brokenFrame: () =>
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{\n\n',
      errorFrame: (facts) => eventFrame('error', errorEnvelope(facts, requestId(request))),
      whole: (events) => JSON.stringify(messageBody(events, request)),
    };
  },
  requestHeaders: (request) => ({ 'request-id': requestId(request) }),
};

function requestId(request: ModelRequest): string {
  return `req_${String(request.n).padStart(6, '0')}`;
}
