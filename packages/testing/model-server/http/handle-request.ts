import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkApiKey, decideAnswer } from '../replies/decide-answer.js';
import type { ErrorFacts } from '../replies/error-facts.js';
import { openExchange } from './exchange.js';
import { isJsonObject } from './json.js';
import { lastUserText, readMessages } from '../request/last-user-text.js';
import type { RecordedRequest } from '../request/model-request.js';
import { answerEmbeddings, readInputs } from '../openai/embeddings.js';
import { playPlan, sendError, type Play } from '../replies/play-plan.js';
import type { ServerState } from './server-state.js';
import type { WireFormat, Route } from './wire-format.js';
import { anthropicWireFormat } from '../anthropic/anthropic-wire-format.js';
import { googleWireFormat } from '../google/google-wire-format.js';
import { openaiWireFormat, unknownPath } from '../openai/openai-wire-format.js';
import { responsesWireFormat } from '../responses/responses-wire-format.js';

const DEFAULT_MODELS = ['scripted-model'];

interface Incoming {
  readonly state: ServerState;
  readonly wire: WireFormat;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

/** Rejects only on a disconnect, or a defect of the server. */
export async function handleRequest(
  state: ServerState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET';
  const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
  const { wire, route } = chooseWireFormat({ method, path });
  const text = await readBody(incoming, wire.bodyLimitBytes);
  const input: Incoming = { state, wire, incoming, response };
  if (route === 'generate') return generate(input, { path, text });
  if (route === 'list-models') return listModels(input);
  if (route === 'embed') return embed(input, text);
  if (route === 'count') return count(input, { path, text });
  state.failures.push({ kind: 'unknown-path', message: `${method} ${path} is not a path of this server` });
  answerJson(input, route);
}

function listModels(input: Incoming): void {
  const { state, wire, incoming, response } = input;
  const refusal = checkApiKey({ state, wire, headers: incoming.headers });
  if (refusal) return answerJson(input, refusal);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(wire.modelList(state.rules.models ?? DEFAULT_MODELS));
}

function embed(input: Incoming, text: string | null): void {
  const { state, wire, incoming, response } = input;
  const refusal = checkApiKey({ state, wire, headers: incoming.headers });
  if (refusal) return answerJson(input, refusal);
  const body = text === null ? undefined : parseJson(text);
  state.embedded.push(readInputs(body) ?? []);
  const result = answerEmbeddings(body, state.synonyms);
  if ('refusal' in result) return answerJson(input, result.refusal);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(result.answer);
}

function count(
  input: Incoming,
  { path, text }: { readonly path: string; readonly text: string | null },
): void {
  const { state, wire, incoming, response } = input;
  const { headers } = incoming;
  const parsed = text === null ? undefined : parseJson(text);
  const refusal =
    checkApiKey({ state, wire, headers }) ??
    wire.checkHeaders(headers) ??
    wire.counter?.validate(parsed, { path });
  const body = isJsonObject(parsed) ? parsed : {};
  const request = wire.counter?.readRequest(body);
  const tokens = (isJsonObject(request) && state.rules.countTokens?.(request)) || 0;
  state.counted.push({ path, headers, body, tokens });
  if (refusal) {
    state.failures.push({ kind: 'refused-request', message: `${path} was refused: ${refusal.message}` });
    return answerJson(input, refusal);
  }
  const answer = state.rules.answerCount?.(tokens);
  if (answer === null) return;
  response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' });
  response.end(answer?.body ?? wire.counter?.answer(tokens));
}

function answerJson({ wire, response }: Incoming, facts: ErrorFacts): void {
  response.writeHead(facts.status, { 'content-type': 'application/json' });
  response.end(wire.errorBody(facts, null));
}

async function generate(
  { state, wire, incoming, response }: Incoming,
  { path, text }: { readonly path: string; readonly text: string | null },
): Promise<void> {
  const parsed = text === null ? undefined : parseJson(text);
  const request = record(state, { path, headers: incoming.headers, parsed, wire });
  const exchange = openExchange(response, () => {
    if (!state.closing) request.closedByClientAt = Date.now();
  });
  const { answers = {} } = state.rules.personality;
  const play: Play = { exchange, request, wire, style: answers };
  const decision = decideAnswer({ state, wire, parsed, oversized: text === null, request });
  if (decision.kind === 'play') return playPlan(decision.plan, play);
  request.refusal = decision.refusal;
  sendError(play, decision.refusal);
}

function record(
  state: ServerState,
  input: {
    readonly path: string;
    readonly headers: RecordedRequest['headers'];
    readonly parsed: unknown;
    readonly wire: WireFormat;
  },
): RecordedRequest {
  const body = isJsonObject(input.parsed) ? input.parsed : {};
  const messages = (input.wire.readMessages ?? readMessages)(body);
  const request: RecordedRequest = {
    n: state.requests.length + 1,
    path: input.path,
    headers: input.headers,
    body,
    messages,
    text: lastUserText(messages),
    tokens: state.rules.countTokens?.(body),
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

interface RoutedRequest {
  readonly wire: WireFormat;
  readonly route: Route | ErrorFacts;
}

/** Unknown paths are refused as OpenAI does. */
function chooseWireFormat(request: { readonly method: string; readonly path: string }): RoutedRequest {
  for (const wire of WIRE_FORMATS) {
    const route = wire.route(request);
    if (route !== null) return { wire, route };
  }
  return { wire: openaiWireFormat, route: unknownPath(request) };
}

/** Null above the limit. */
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
