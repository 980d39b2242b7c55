import type { ModelRequest } from '../request/model-request.js';
import type { WireFormat } from '../http/wire-format.js';
import { anthropicError, errorEnvelope } from './anthropic-error.js';
import { checkApiKey } from './check-api-key.js';
import { checkHeaders } from './check-headers.js';
import { checkContextWindow } from './context-length.js';
import { invalidRequest } from './invalid-request.js';
import { messageBody } from './message-body.js';
import { frame, MessageFrames } from './message-frames.js';
import { scriptedErrorFacts } from './scripted-error-facts.js';
import { validateMessagesRequest } from './validate-messages-request.js';

const MESSAGES_PATH = '/v1/messages';
const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** Anthropic's messages: POST /v1/messages. What is below that path, such as counting tokens, it does not have. */
export const anthropicWireFormat: WireFormat = {
  route: ({ method, path }) => {
    if (path.startsWith(`${MESSAGES_PATH}/`)) return anthropicError(404, 'Not Found');
    if (path !== MESSAGES_PATH) return null;
    return method === 'POST' ? 'generate' : anthropicError(405, 'Method Not Allowed');
  },
  unparsableBody: () => invalidRequest('The request body is not valid JSON'),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  oversizedBody: () => anthropicError(413, 'Request exceeds the maximum size'),
  checkApiKey,
  checkHeaders,
  validate: validateMessagesRequest,
  checkContextWindow,
  // Anthropic sends no code; it is kept for the record of the request.
  scriptFailure: (code, message) => ({ ...invalidRequest(message), code }),
  errorFacts: scriptedErrorFacts,
  errorBody: (facts, request) => JSON.stringify(errorEnvelope(facts, request && requestId(request))),
  modelList: (models) =>
    JSON.stringify({
      data: models.map((id) => ({ type: 'model', id, display_name: id })),
      has_more: false,
    }),
  isStreaming: (body) => body['stream'] === true,
  encoder: (request) => {
    const frames = new MessageFrames(request);
    return {
      frames: (event) => frames.write(event),
      brokenFrame: () =>
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{\n\n',
      errorFrame: (facts) => frame('error', errorEnvelope(facts, requestId(request))),
      whole: (events) => JSON.stringify(messageBody(events, request)),
    };
  },
  requestHeaders: (request) => ({ 'request-id': requestId(request) }),
};

function requestId(request: ModelRequest): string {
  return `req_${String(request.n).padStart(6, '0')}`;
}
