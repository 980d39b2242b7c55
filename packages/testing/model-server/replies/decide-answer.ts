import { errorMessage } from '../../../../protocol/error-message.js';
import type { ErrorFacts } from './error-facts.js';
import { firstErrorIn } from '../http/first-error.js';
import type { ModelServerFailure } from './failure.js';
import type { RecordedRequest } from '../request/model-request.js';
import { planReply, type Plan } from './plan-reply.js';
import type { ServerState } from '../http/server-state.js';
import type { WireFormat } from '../http/wire-format.js';

export interface Asked {
  readonly state: ServerState;
  readonly wire: WireFormat;
  readonly parsed: unknown;
  readonly oversized: boolean;
  readonly request: RecordedRequest;
}

export type Decision =
  { readonly kind: 'play'; readonly plan: Plan } | { readonly kind: 'refuse'; readonly refusal: ErrorFacts };

export function decideAnswer(asked: Asked): Decision {
  const { state, request } = asked;
  const at = `at request ${request.n}, last user text '${request.text}'`;
  try {
    const refusal = refuse(asked);
    if (refusal) return { kind: 'refuse', refusal };
    const reply = state.script.next(request);
    if (reply) return { kind: 'play', plan: planReply(reply, request) };
    return failScript(asked, { kind: 'script-exhausted', message: `the script has run out ${at}` });
  } catch (error) {
    const reason = errorMessage(error);
    return failScript(asked, { kind: 'script-threw', message: `the script threw ${at}: ${reason}` });
  }
}

/** A 400, because clients do not retry it. */
function failScript({ state, wire }: Asked, failure: ModelServerFailure): Decision {
  state.failures.push(failure);
  const code = failure.kind.replaceAll('-', '_');
  return { kind: 'refuse', refusal: wire.scriptFailure(code, `Model server: ${failure.message}`) };
}

function refuse(asked: Asked): ErrorFacts | null {
  const { state, wire, request } = asked;
  const unauthorized = checkApiKey({ state, wire, headers: request.headers });
  if (unauthorized) return unauthorized;
  const malformed = findMalformed(asked);
  // The test sets up a wrong key, a personality or a full window; a malformed request is a client defect.
  if (!malformed) return breaksRule(asked) ?? checkContext(asked);
  state.failures.push({
    kind: 'refused-request',
    message: `request ${request.n} was refused with ${malformed.status}: ${malformed.message}`,
  });
  return malformed;
}

function findMalformed({ state, wire, parsed, oversized, request }: Asked): ErrorFacts | null {
  const { strict } = state.rules;
  const badHeaders = strict ? wire.checkHeaders(request.headers) : null;
  if (badHeaders) return badHeaders;
  if (oversized) return wire.oversizedBody();
  if (parsed === undefined) return wire.unparsableBody();
  return strict ? wire.validate(parsed, { models: state.rules.models, path: request.path }) : null;
}

export function checkApiKey({
  state,
  wire,
  headers,
}: Pick<Asked, 'state' | 'wire'> & Pick<RecordedRequest, 'headers'>): ErrorFacts | null {
  const { apiKey } = state.rules;
  return apiKey === undefined ? null : wire.checkApiKey({ headers, apiKey });
}

function breaksRule({ state, request }: Asked): ErrorFacts | null {
  return firstErrorIn(state.rules.personality.rules ?? [], (rule) => rule(request));
}

function checkContext({ state, wire, request }: Asked): ErrorFacts | null {
  const { contextWindow } = state.rules;
  const { body, tokens } = request;
  if (contextWindow === undefined || tokens === undefined) return null;
  return wire.checkContextWindow({ body, tokens, contextWindow });
}
