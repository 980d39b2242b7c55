import type { ModelRequest } from '../request/model-request.js';
import type { WireFormat } from '../http/wire-format.js';
import { anthropicError, errorEnvelope } from './errors/anthropic-error.js';
import { checkAnthropicKey } from './check/check-anthropic-key.js';
import { checkHeaders } from './check/check-headers.js';
import { checkPromptLength } from './check/check-prompt-length.js';
import { badRequest } from './errors/bad-request.js';
import { messageBody } from './answers/message-body.js';
import { eventFrame, MessageFrames } from './answers/message-frames.js';
import { toAnthropicError } from './errors/to-anthropic-error.js';
import { validateCountRequest, validateMessagesRequest } from './validate-messages-request.js';

const MESSAGES_PATH = '/v1/messages';
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

const COUNTER_PATH = `${MESSAGES_PATH}/count_tokens`;

export const anthropicWireFormat: WireFormat = {
  route: ({ method, path }) => {
    if (path === COUNTER_PATH && method === 'POST') return 'count';
    if (path.startsWith(`${MESSAGES_PATH}/`)) return anthropicError(404, 'Not Found');
    if (path !== MESSAGES_PATH) return null;
    return method === 'POST' ? 'generate' : anthropicError(405, 'Method Not Allowed');
  },
  unparsableBody: () => badRequest('The request body is not valid JSON'),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  oversizedBody: () => anthropicError(413, 'Request exceeds the maximum size'),
  checkApiKey: checkAnthropicKey,
  checkHeaders,
  validate: validateMessagesRequest,
  checkContextWindow: checkPromptLength,
  // Anthropic sends no code; it is kept for the recorded request.
  scriptFailure: (code, message) => ({ ...badRequest(message), code }),
  errorFacts: toAnthropicError,
  errorBody: (facts, request) => JSON.stringify(errorEnvelope(facts, request && requestId(request))),
  counter: {
    validate: validateCountRequest,
    readRequest: (body) => body,
    answer: (tokens) => JSON.stringify({ input_tokens: tokens }),
  },
  modelList: (models) =>
    JSON.stringify({
      data: models.map((id) => ({ type: 'model', id, display_name: id })),
      has_more: false,
    }),
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
