import { errorMessage } from '../../../protocol/error-message.js';
import type { SynonymGroups } from './openai/answer-embeddings.js';
import type { Personality } from './personalities/personality.js';
import { playReply, sendError, type Play } from './replies/play-reply.js';
import type { DynamicReply, Reply } from './http/reply.js';
import type { ModelServerFailure, ScriptQueue } from './replies/script.js';
import type { JsonObject } from './http/json.js';
import type { ErrorFacts, RecordedRequest } from './http/model-request.js';
import type { WireFormat } from './http/wire-format.js';

export interface ServerState {
  readonly script: ScriptQueue;
  readonly requests: RecordedRequest[];
  readonly keptRequests: number;
  readonly failures: ModelServerFailure[];
  readonly rules: RequestRules;
  readonly synonyms: SynonymGroups;
  readonly embedded: (readonly string[])[];
  readonly counted: CountedRequest[];
  closing: boolean;
}

export interface CountedRequest {
  readonly path: string;
  readonly headers: RecordedRequest['headers'];
  readonly body: JsonObject;
  readonly tokens: number;
}

/** Null never answers. */
export type CounterAnswer = { readonly status: number; readonly body: string } | null;

export interface RequestRules {
  readonly strict: boolean;
  readonly models?: readonly string[];
  readonly apiKey?: string;
  readonly contextWindow?: number;
  readonly countTokens: (body: JsonObject) => number;
  readonly personality: Personality;
  readonly answerCount?: (tokens: number) => CounterAnswer;
}

export interface Asked extends Omit<Play, 'style'> {
  readonly state: ServerState;
  readonly request: RecordedRequest;
  readonly parsed: unknown;
  readonly isOversized: boolean;
}

export async function answerRequest(asked: Asked): Promise<void> {
  const { state, request } = asked;
  const play = { ...asked, style: state.rules.personality.answers ?? {} };
  const next = chooseAnswer(asked);
  if ('kind' in next) return playReply(next, play);
  request.refusal = next;
  sendError(play, next);
}

function chooseAnswer(asked: Asked): ErrorFacts | Exclude<Reply, DynamicReply> {
  const { state, request } = asked;
  const at = `at request ${request.n}, last user text '${request.text}'`;
  try {
    const refusal = refuse(asked);
    if (refusal) return refusal;
    let reply = state.script.next(request);
    while (reply?.kind === 'dynamic') reply = reply.make(request);
    return reply ?? failScript(asked, { kind: 'script-exhausted', message: `the script has run out ${at}` });
  } catch (error) {
    const message = `the script threw ${at}: ${errorMessage(error)}`;
    return failScript(asked, { kind: 'script-threw', message });
  }
}

/** Clients do not retry a 400. */
function failScript({ state, wire }: Asked, failure: ModelServerFailure): ErrorFacts {
  state.failures.push(failure);
  return wire.scriptFailure(failure.kind.replaceAll('-', '_'), `Model server: ${failure.message}`);
}

function refuse(asked: Asked): ErrorFacts | null {
  const { state, wire, request } = asked;
  const { headers, n } = request;
  const unauthorized = checkApiKey(state, wire, headers);
  if (unauthorized) return unauthorized;
  const malformed = findMalformed(asked);
  if (malformed) {
    const message = `request ${n} was refused with ${malformed.status}: ${malformed.message}`;
    state.failures.push({ kind: 'refused-request', message });
    return malformed;
  }
  // Tests want wrong keys, a personality's rule or a full window. Only a malformed request is the client's defect.
  for (const rule of state.rules.personality.rules ?? []) {
    const refusal = rule(request);
    if (refusal) return refusal;
  }
  return checkContextWindow(asked);
}

function checkContextWindow({ state, wire, request }: Asked): ErrorFacts | null {
  const { contextWindow: limit = Infinity } = state.rules;
  const { body, tokens: prompt } = request;
  const output = Number(body['max_completion_tokens'] ?? body['max_tokens'] ?? 0);
  if (prompt > limit) return wire.promptTooLong({ limit, actual: prompt });
  return (prompt + output > limit && wire.outputTooLong?.({ limit, prompt, output })) || null;
}

function findMalformed({ state, wire, parsed, isOversized, request }: Asked): ErrorFacts | null {
  const { strict, models } = state.rules;
  const badHeaders = strict ? wire.checkHeaders(request.headers) : null;
  if (badHeaders) return badHeaders;
  if (isOversized) return wire.oversizedBody();
  if (parsed === undefined) return wire.unparsableBody();
  return strict ? wire.validate(parsed, { models, path: request.path }) : null;
}

export function checkApiKey(
  { rules: { apiKey } }: ServerState,
  wire: WireFormat,
  headers: RecordedRequest['headers'],
): ErrorFacts | null {
  return apiKey === undefined ? null : wire.checkApiKey(headers, apiKey);
}
