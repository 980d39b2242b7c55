import { isJsonObject, objectsIn, type JsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import type { WireFormat, StatusReply } from '../http/wire-format.js';
import { answerBody, dataFrame, GoogleFrames } from './google-frames.js';
import { validateContents } from './validate-contents.js';

const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const QUOTA =
  'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.';

const WORDS: Readonly<Record<number, string>> = {
  429: QUOTA,
  500: 'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
  503: 'The model is overloaded. Please try again later.',
};

const PATH = /^\/v1(?:beta)?\/models\/([^/:]+):(streamGenerateContent|generateContent|countTokens)$/;
const BODY_LIMIT_BYTES = 20 * 1024 * 1024;

/** POST /v1beta/models/{model}:streamGenerateContent, :generateContent and :countTokens. */
export const googleWireFormat: WireFormat = {
  route: ({ method, path }) => {
    if (!PATH.test(path)) return null;
    if (method !== 'POST') return googleError(404, 'Not Found');
    return path.endsWith(':countTokens') ? 'count' : 'generate';
  },
  unparsableBody: () => googleError(400, 'Invalid JSON payload received.'),
  bodyLimitBytes: BODY_LIMIT_BYTES,
  oversizedBody: () => googleError(413, 'Request payload size exceeds the limit: 20971520 bytes.'),
  checkApiKey: (headers, apiKey) =>
    headers['x-goog-api-key'] === apiKey ? null : googleError(400, INVALID_KEY),
  checkHeaders: (headers) =>
    headers['x-goog-api-key'] ? null : googleError(403, "Method doesn't allow unregistered callers."),
  validate,
  counter: {
    validate: validateCount,
    readRequest: (body) => body['generateContentRequest'],
    answer: (totalTokens) =>
      JSON.stringify({
        totalTokens,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
      }),
  },
  promptTooLong: ({ limit, actual }) =>
    googleError(
      400,
      `The input token count (${actual}) exceeds the maximum number of tokens allowed (${limit}).`,
    ),
  scriptFailure: (code, message) => ({ ...googleError(400, message), code }),
  errorFacts: (reply, request) =>
    reply.kind === 'status-error' && reply.status === 404
      ? unknownModel(readModel(request.path))
      : toGoogleError(reply),
  errorBody: (facts) => JSON.stringify(errorEnvelope(facts)),
  isStreaming: ({ path }) => path.endsWith(':streamGenerateContent'),
  readMessages: readContents,
  encoder: (request) => {
    const frames = new GoogleFrames(request);
    return {
      frames: (event) => frames.write(event),
      brokenFrame: () => 'data: {"candidates": [{"content": {"parts": [{\n\n',
      errorFrame: (facts) => dataFrame(errorEnvelope(facts)),
      whole: (events) => JSON.stringify(answerBody(events, request)),
    };
  },
  requestHeaders: () => ({}),
};

const INVALID_KEY = 'API key not valid. Please pass a valid API key.';

function validate(
  body: unknown,
  { models, path }: { readonly models?: readonly string[]; readonly path: string },
): ErrorFacts | null {
  const model = readModel(path);
  if (models && !models.includes(model)) return unknownModel(model);
  const problem = validateContents(body, { needsSignatures: /^gemini-(?![12]\b)/.test(model) });
  return problem ? googleError(400, problem) : null;
}

/** A count request contains the request for an answer. */
function validateCount(body: unknown, { path }: { readonly path: string }): ErrorFacts | null {
  const request = isJsonObject(body) ? body['generateContentRequest'] : undefined;
  if (!isJsonObject(request)) return googleError(400, 'Invalid JSON payload received.');
  if (request['model'] !== `models/${readModel(path)}`)
    return googleError(
      400,
      '* CountTokensRequest.generate_content_request.model: unexpected model name format',
    );
  return validate(request, { path });
}

function readModel(path: string): string {
  return decodeURIComponent(PATH.exec(path)?.[1] ?? '');
}

function unknownModel(model: string) {
  return googleError(
    404,
    `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
  );
}

function readContents({ contents, systemInstruction: system }: JsonObject): readonly JsonObject[] {
  const messages = objectsIn(contents).map(({ role, parts }) => ({
    role: role === 'model' ? 'assistant' : 'user',
    content: objectsIn(parts).map(toBlock),
  }));
  return isJsonObject(system) ? [{ role: 'system', content: system['parts'] }, ...messages] : messages;
}

function toBlock(part: JsonObject): JsonObject {
  const { functionResponse: result, functionCall: call } = part;
  if (isJsonObject(call)) return { type: 'tool_use', ...call };
  if (!isJsonObject(result)) return part;
  const { content: output } = isJsonObject(result['response']) ? result['response'] : {};
  const content = typeof output === 'string' ? output : JSON.stringify(output);
  return { type: 'tool_result', tool_use_id: result['id'], content };
}

function googleError(status: number, message: string): ErrorFacts {
  return { status, message, type: STATUSES[status] ?? 'UNKNOWN', param: null, code: null };
}

/** Google sends the retry delay in the body. */
function toGoogleError(reply: StatusReply): ErrorFacts {
  if (reply.kind === 'status-error')
    return googleError(reply.status, reply.message ?? WORDS[reply.status] ?? 'The request failed.');
  const seconds = reply.retryAfterMs ? reply.retryAfterMs / 1_000 : reply.retryAfter;
  return { ...googleError(429, QUOTA), param: seconds ? `${seconds}s` : null };
}

function errorEnvelope({ status, message, type, param }: ErrorFacts): object {
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: param };
  return { error: { code: status, message, status: type, details: param === null ? undefined : [retry] } };
}
