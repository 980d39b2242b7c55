import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorFacts } from './error-facts.js';
import { openExchange } from './exchange.js';
import type { ModelServerFailure } from './failure.js';
import { isJsonObject, type JsonObject } from './json.js';
import { lastUserText, messagesOf } from './last-user-text.js';
import type { RecordedRequest } from './model-request.js';
import { planReply, type Plan } from './plan-reply.js';
import { playPlan, sendError, type Play } from './play-plan.js';
import { BODY_LIMIT_BYTES, readBody } from './read-body.js';
import type { ScriptQueue } from './script.js';
import type { WireFormat } from './wire-format.js';

/** What one server keeps between requests. */
export interface ServerState {
  readonly wire: WireFormat;
  readonly script: ScriptQueue;
  readonly requests: RecordedRequest[];
  readonly failures: ModelServerFailure[];
  readonly rules: RequestRules;
  closing: boolean;
}

/** What the server asks of a request besides a reply for it. */
export interface RequestRules {
  /** False lets malformed requests through. */
  readonly strict: boolean;
  /** Absent: any model will do. */
  readonly models?: readonly string[];
  /** Absent: any key will do, or none. */
  readonly apiKey?: string;
  /** Absent: any length will do. */
  readonly context?: { readonly windowTokens: number; readonly countTokens: (body: JsonObject) => number };
}

/** The models a server without a list of its own says it has. */
const DEFAULT_MODELS = ['scripted-model'];

/** Answers one HTTP request; rejects only when the connection closes first, or on a defect of the server. */
export async function handleRequest(
  state: ServerState,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? 'GET';
  const path = new URL(incoming.url ?? '/', 'http://localhost').pathname;
  const text = await readBody(incoming);
  const route = state.wire.route({ method, path });
  if (route === 'generate') return generate({ state, incoming, response, path, text });
  if (route === 'list-models') return listModels(state, incoming, response);
  state.failures.push({ kind: 'unknown-path', message: `${method} ${path} is not a path of this server` });
  answerJson(state, response, route ?? state.wire.unknownPath({ method, path }));
}

function listModels(state: ServerState, incoming: IncomingMessage, response: ServerResponse): void {
  const refusal = checkApiKey(state, incoming);
  if (refusal) return answerJson(state, response, refusal);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(state.wire.modelList(state.rules.models ?? DEFAULT_MODELS));
}

function answerJson(state: ServerState, response: ServerResponse, facts: ErrorFacts): void {
  response.writeHead(facts.status, { 'content-type': 'application/json' });
  response.end(state.wire.errorBody(facts));
}

async function generate(input: {
  readonly state: ServerState;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly text: string | null;
}): Promise<void> {
  const { state, incoming, response, text } = input;
  const parsed = text === null ? undefined : parseJson(text);
  const request = record(state, { path: input.path, headers: incoming.headers, parsed });
  const exchange = openExchange(response, () => {
    if (!state.closing) request.closedByClientAt = Date.now();
  });
  const play: Play = { exchange, request, wire: state.wire };
  const decision = decide({ state, incoming, parsed, oversized: text === null, request });
  if (decision.kind === 'play') return playPlan(decision.plan, play);
  request.refusal = decision.refusal;
  sendError(play, decision.refusal);
}

function record(
  state: ServerState,
  input: { readonly path: string; readonly headers: RecordedRequest['headers']; readonly parsed: unknown },
): RecordedRequest {
  const body = isJsonObject(input.parsed) ? input.parsed : {};
  const messages = messagesOf(body);
  const request: RecordedRequest = {
    n: state.requests.length + 1,
    path: input.path,
    headers: input.headers,
    body,
    messages,
    text: lastUserText(messages),
    receivedAt: Date.now(),
  };
  state.requests.push(request);
  return request;
}

interface Asked {
  readonly state: ServerState;
  readonly incoming: IncomingMessage;
  /** Undefined when the body is not JSON. */
  readonly parsed: unknown;
  readonly oversized: boolean;
  readonly request: RecordedRequest;
}

type Decision =
  { readonly kind: 'play'; readonly plan: Plan } | { readonly kind: 'refuse'; readonly refusal: ErrorFacts };

/** The plan for the request, or what it is refused with: by the provider's rules, or because the script fails. */
function decide(asked: Asked): Decision {
  const { state, request } = asked;
  const at = `at request ${request.n}, last user text '${request.text}'`;
  try {
    const refusal = refuse(asked);
    if (refusal) return { kind: 'refuse', refusal };
    const reply = state.script.next(request);
    if (reply) return { kind: 'play', plan: planReply(reply, request) };
    return failScript(state, { kind: 'script-exhausted', message: `the script has run out ${at}` });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failScript(state, { kind: 'script-threw', message: `the script threw ${at}: ${reason}` });
  }
}

/** A failed script is answered with a 400, which no client retries: a retry could only fail the same way. */
function failScript(state: ServerState, failure: ModelServerFailure): Decision {
  state.failures.push(failure);
  const code = failure.kind.replaceAll('-', '_');
  return { kind: 'refuse', refusal: state.wire.scriptFailure(code, `Model server: ${failure.message}`) };
}

/** What the provider would refuse the request with, in the order it looks: key, body, rules, length. */
function refuse(asked: Asked): ErrorFacts | null {
  const { state, request } = asked;
  const unauthorized = checkApiKey(state, asked.incoming);
  if (unauthorized) return unauthorized;
  const malformed = findMalformed(asked);
  // A wrong key or a full context window is set up by the test; a malformed request is a defect of the client.
  if (!malformed) return checkContext(state, request.body);
  state.failures.push({
    kind: 'refused-request',
    message: `request ${request.n} was refused with ${malformed.status}: ${malformed.message}`,
  });
  return malformed;
}

function findMalformed({ state, parsed, oversized }: Asked): ErrorFacts | null {
  if (oversized) return state.wire.oversizedBody(BODY_LIMIT_BYTES);
  if (parsed === undefined) return state.wire.unparsableBody();
  return state.rules.strict ? state.wire.validate(parsed, state.rules) : null;
}

function checkApiKey(state: ServerState, incoming: IncomingMessage): ErrorFacts | null {
  const { apiKey } = state.rules;
  return apiKey === undefined ? null : state.wire.checkApiKey({ headers: incoming.headers, apiKey });
}

function checkContext(state: ServerState, body: JsonObject): ErrorFacts | null {
  const { context } = state.rules;
  if (!context) return null;
  const tokens = context.countTokens(body);
  return state.wire.checkContextWindow({ body, tokens, contextWindow: context.windowTokens });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
