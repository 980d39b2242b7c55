import type { IncomingMessage, ServerResponse } from 'node:http';
import { anthropicWireFormat } from './anthropic/anthropic-wire-format.js';
import { googleWireFormat } from './google/google-wire-format.js';
import { answerEmbeddings, readInputs } from './openai/answer-embeddings.js';
import { modelList, openaiWireFormat, unknownPath } from './openai/openai-wire-format.js';
import { responsesWireFormat } from './responses/responses-wire-format.js';
import { answerRequest, checkApiKey, type ServerState } from './answer-request.js';
import { openExchange } from './http/exchange.js';
import { isJsonObject, objectsIn } from './http/json.js';
import { lastUserText, type ErrorFacts, type RecordedRequest } from './http/model-request.js';
import type { Route, WireFormat } from './http/wire-format.js';

const DEFAULT_MODELS = ['scripted-model'];

interface Incoming {
  readonly state: ServerState;
  readonly wire: WireFormat;
  readonly path: string;
  readonly headers: RecordedRequest['headers'];
  readonly response: ServerResponse;
  readonly parsed: unknown;
  readonly isOversized: boolean;
}

/** Rejects only for a disconnect, or for a defect of the server. */
export async function handleRequest(
  state: ServerState,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const path = new URL(url, 'http://localhost').pathname;
  const { wire, route } = chooseWireFormat({ method, path });
  const text = await readBody(request, wire.bodyLimitBytes);
  const parsed = text === null ? undefined : parseJson(text);
  const input: Incoming = { state, wire, path, headers, response, parsed, isOversized: text === null };
  if (route === 'generate') return generate(input);
  if (route === 'count') return count(input);
  if (typeof route !== 'string') {
    state.failures.push({ kind: 'unknown-path', message: `${method} ${path} is not a path of this server` });
    return answerJson(input, route);
  }
  const refusal = checkApiKey(state, wire, headers);
  if (refusal) return answerJson(input, refusal);
  if (route === 'embed') return embed(input);
  answerJson(input, modelList(state.rules.models ?? DEFAULT_MODELS));
}

function embed(input: Incoming): void {
  const { state, parsed } = input;
  state.embedded.push(readInputs(parsed) ?? []);
  answerJson(input, answerEmbeddings(parsed, state.synonyms));
}

function count(input: Incoming): void {
  const { state, wire, path, headers, parsed } = input;
  const refusal =
    checkApiKey(state, wire, headers) ??
    wire.checkHeaders(headers) ??
    wire.counter?.validate(parsed, { path });
  const body = isJsonObject(parsed) ? parsed : {};
  const request = wire.counter?.readRequest(body);
  const tokens = isJsonObject(request) ? state.rules.countTokens(request) : 0;
  state.counted.push({ path, headers, body, tokens });
  if (refusal) {
    state.failures.push({ kind: 'refused-request', message: `${path} was refused: ${refusal.message}` });
    return answerJson(input, refusal);
  }
  const answer = state.rules.answerCount?.(tokens);
  if (answer !== null) answerJson(input, answer?.body ?? wire.counter?.answer(tokens) ?? '', answer?.status);
}

function answerJson({ wire, response }: Incoming, answer: string | ErrorFacts, status = 200): void {
  const isAnswer = typeof answer === 'string';
  response.writeHead(isAnswer ? status : answer.status, { 'content-type': 'application/json' });
  response.end(isAnswer ? answer : wire.errorBody(answer, null));
}

async function generate(input: Incoming): Promise<void> {
  const request = record(input);
  const exchange = openExchange(input.response, () => {
    if (!input.state.closing) request.closedByClientAt = Date.now();
  });
  return answerRequest({ ...input, request, exchange });
}

function record({ state, wire, path, headers, parsed }: Incoming): RecordedRequest {
  const body = isJsonObject(parsed) ? parsed : {};
  const messages = wire.readMessages?.(body) ?? objectsIn(body['messages']);
  const request: RecordedRequest = {
    n: state.requests.length + 1,
    path,
    headers,
    body,
    messages,
    text: lastUserText(messages),
    tokens: state.rules.countTokens(body),
    receivedAt: Date.now(),
  };
  state.requests.push(request);
  if (state.requests.length > state.keptRequests) state.requests.shift();
  return request;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const WIRE_FORMATS: readonly WireFormat[] = [
  openaiWireFormat,
  responsesWireFormat,
  anthropicWireFormat,
  googleWireFormat,
];

/** Refuses an unknown path in OpenAI's format. */
function chooseWireFormat(request: { readonly method: string; readonly path: string }): {
  readonly wire: WireFormat;
  readonly route: Route | ErrorFacts;
} {
  for (const wire of WIRE_FORMATS) {
    const route = wire.route(request);
    if (route) return { wire, route };
  }
  return { wire: openaiWireFormat, route: unknownPath(request) };
}

async function readBody(request: IncomingMessage, limitBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // A client that is still sending would see a reset instead of the answer.
    if (bytes <= limitBytes) chunks.push(chunk);
  }
  return bytes > limitBytes ? null : Buffer.concat(chunks).toString('utf8');
}
