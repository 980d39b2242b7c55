import type { ErrorFacts } from '../http/model-request.js';
import type { WireFormat } from '../http/wire-format.js';
import { chatCompletion, chatFrames, dataFrame } from './chat-answers.js';
import {
  checkOpenaiKey,
  invalidRequest,
  outputTooLong,
  promptTooLong,
  toOpenaiError,
} from './openai-errors.js';
import { validateRequest } from './validate-request.js';

const CHAT_PATH = '/v1/chat/completions';
const MODELS_PATH = '/v1/models';
const EMBEDDINGS_PATH = '/v1/embeddings';
const BODY_LIMIT_BYTES = 50 * 1024 * 1024;
const MODELS_CREATED = 1_700_000_000;
const UNPARSABLE =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library " +
  'correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble ' +
  'figuring out how to fix this, please contact us through our help center at help.openai.com.)';

/** POST /v1/chat/completions, GET /v1/models and POST /v1/embeddings. */
export const openaiWireFormat: WireFormat = {
  route: ({ method, path }) => {
    if (path === CHAT_PATH) return method === 'POST' ? 'generate' : wrongMethod('POST');
    if (path === EMBEDDINGS_PATH) return method === 'POST' ? 'embed' : wrongMethod('POST');
    if (path === MODELS_PATH) return method === 'GET' ? 'list-models' : wrongMethod('GET');
    return null;
  },
  unparsableBody: () => invalidRequest(UNPARSABLE),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  oversizedBody: () => ({
    ...invalidRequest(`Maximum content size limit (${BODY_LIMIT_BYTES}) exceeded`),
    status: 413,
  }),
  checkApiKey: checkOpenaiKey,
  checkHeaders: () => null,
  validate: validateRequest,
  promptTooLong,
  outputTooLong,
  scriptFailure: (code, message) => invalidRequest(message, null, code),
  errorFacts: toOpenaiError,
  errorBody: (facts) => JSON.stringify(errorEnvelope(facts)),
  isStreaming: ({ body }) => body['stream'] === true,
  encoder: (request) => ({
    frames: (event) => chatFrames(event, request),
    brokenFrame: () => 'data: {"id":"chatcmpl-broken","choices":[{"index":0,\n\n',
    errorFrame: (facts) => dataFrame(errorEnvelope(facts)),
    whole: (events) => JSON.stringify(chatCompletion(events, request)),
  }),
  requestHeaders: (request) => ({ 'x-request-id': `req_${request.n}` }),
};

export function modelList(models: readonly string[]): string {
  const data = models.map((id) => ({
    id,
    object: 'model',
    created: MODELS_CREATED,
    owned_by: 'threadline',
  }));
  return JSON.stringify({ object: 'list', data });
}

export function unknownPath(request: { readonly method: string; readonly path: string }): ErrorFacts {
  return { ...invalidRequest(`Invalid URL (${request.method} ${request.path})`), status: 404 };
}

function errorEnvelope({ message, type, param, code }: ErrorFacts): object {
  return { error: { message, type, param, code } };
}

export function wrongMethod(allowed: string): ErrorFacts {
  const message = `Only ${allowed} requests are accepted.`;
  return { ...invalidRequest(message, null, 'method_not_supported'), status: 405 };
}
