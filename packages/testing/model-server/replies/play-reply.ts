import type { Exchange } from '../http/exchange.js';
import type { ErrorFacts, ModelRequest } from '../http/model-request.js';
import type { StatusReply, WireFormat } from '../http/wire-format.js';
import type { AnswerStyle } from '../personalities/personality.js';
import { splitText } from './create-replies.js';
import type {
  AnswerEvent,
  AnswerReply,
  DynamicReply,
  Interruption,
  Reply,
  ReplyUsage,
  ToolCallInput,
  TransportFault,
} from '../http/reply.js';

export interface Play {
  readonly exchange: Exchange;
  readonly request: ModelRequest;
  readonly wire: WireFormat;
  readonly style: AnswerStyle;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
};
const WEB_PAGE =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Sign in to go on.</body></html>';
const CHARACTERS_PER_TOKEN = 4;
const TOOL_ARGUMENT_FRAGMENTS = 3;

/** Rejects if the connection closes first. */
export async function playReply(reply: Exclude<Reply, DynamicReply>, play: Play): Promise<void> {
  switch (reply.kind) {
    case 'answer':
      return playAnswer(reply, play);
    case 'rate-limited':
    case 'status-error':
      return sendError(play, play.wire.errorFacts(reply, play.request), retryHeaders(reply));
    case 'context-length':
      return sendError(play, play.wire.promptTooLong(reply));
    default:
      return playTransportFault(reply, play);
  }
}

export function sendError(
  { exchange, request, wire, style }: Play,
  facts: ErrorFacts,
  headers: Readonly<Record<string, string>> = {},
): void {
  const status = style.errorStatus ?? facts.status;
  exchange.head(status, { ...JSON_HEADERS, ...wire.requestHeaders(request), ...headers });
  exchange.end(wire.errorBody(facts, request));
}

function retryHeaders(error: StatusReply): Readonly<Record<string, string>> {
  if (error.kind !== 'rate-limited') return {};
  const { retryAfterMs, retryAfter } = error;
  // Node rejects headers with undefined values.
  return {
    ...(retryAfterMs == null ? {} : { 'retry-after-ms': String(retryAfterMs) }),
    ...(retryAfter == null ? {} : { 'retry-after': String(retryAfter) }),
  };
}

async function playTransportFault({ kind }: TransportFault, play: Play): Promise<void> {
  const { exchange } = play;
  switch (kind) {
    case 'hang':
      return exchange.waitForClose();
    case 'close-connection':
      return exchange.destroy();
    case 'html':
      exchange.head(200, { 'content-type': 'text/html; charset=utf-8' });
      return exchange.end(WEB_PAGE);
    case 'empty-body':
      exchange.head(200, isStreamed(play) ? EVENT_STREAM_HEADERS : JSON_HEADERS);
      return exchange.end();
  }
}

function isStreamed({ wire, request, style }: Play): boolean {
  return wire.isStreaming(request) && !style.isNeverStreamed;
}

/** If the answer is not streamed, a scripted fault breaks the body. */
async function playAnswer(reply: AnswerReply, play: Play): Promise<void> {
  const { exchange, request, wire, style } = play;
  const encoder = wire.encoder(request);
  const isStream = isStreamed(play);
  const events: AnswerEvent[] = [];
  let isBroken = false;
  if (isStream) exchange.head(200, { ...EVENT_STREAM_HEADERS, ...wire.requestHeaders(request) });
  for (const step of listSteps(reply, request)) {
    if (reply.delayMs && step.kind !== 'start') await exchange.wait(reply.delayMs);
    switch (step.kind) {
      case 'gate':
        step.markStarted();
        await exchange.waitFor(step.released);
        break;
      case 'hang':
        return exchange.waitForClose();
      case 'cut':
        return exchange.destroy();
      case 'end-early':
        if (isStream) return exchange.end();
        isBroken = true;
        break;
      case 'broken-json':
        isBroken = true;
        if (isStream) await exchange.write(encoder.brokenFrame());
        break;
      case 'error': {
        const facts = wire.errorFacts({ kind: 'status-error', status: 500 }, request);
        if (!isStream) return sendError(play, facts);
        await exchange.write(encoder.errorFrame(facts));
        return exchange.end();
      }
      default:
        for (const event of styleEvent(step, style)) {
          events.push(event);
          for (const frame of isStream ? encoder.frames(event) : []) await exchange.write(frame);
        }
    }
  }
  if (isStream) return exchange.end();
  const body = encoder.whole(events);
  exchange.head(200, { ...JSON_HEADERS, ...wire.requestHeaders(request) });
  exchange.end(isBroken ? body.slice(0, body.length / 2) : body);
}

function listSteps(reply: AnswerReply, request: ModelRequest): readonly (AnswerEvent | Interruption)[] {
  const { chunks, calls, reasoning, signature = reasoning && `signature_${request.n}` } = reply;
  const usage = estimateUsage(reply, request);
  return [
    { kind: 'start', usage },
    ...(reasoning ? [{ kind: 'reasoning', delta: reasoning } as const] : []),
    // A signature without text stands for hidden reasoning.
    ...(signature ? [{ kind: 'reasoning-signature', signature } as const] : []),
    ...chunks.map((chunk) => (typeof chunk === 'string' ? ({ kind: 'text', delta: chunk } as const) : chunk)),
    ...calls.flatMap(({ id, name, ...call }, index): AnswerEvent[] => [
      { kind: 'tool-call', index, id: id ?? `call_${request.n}_${index}`, name },
      ...splitText(argumentsText(call), TOOL_ARGUMENT_FRAGMENTS).map((delta): AnswerEvent => ({
        kind: 'tool-arguments',
        index,
        delta,
      })),
    ]),
    { kind: 'finish', reason: reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop'), usage },
  ];
}

function argumentsText(call: Pick<ToolCallInput, 'arguments'>): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

/** Four characters per token, rounded up, unless the server counts the prompt. */
function estimateUsage(
  { chunks, calls, reasoning = '', usage }: AnswerReply,
  request: ModelRequest,
): ReplyUsage {
  const texts = chunks.filter((chunk) => typeof chunk === 'string');
  const called = calls.map((call) => call.name + argumentsText(call));
  const reasoningTokens = usage?.reasoningTokens ?? tokensIn(reasoning);
  return {
    inputTokens: request.tokens,
    outputTokens: tokensIn([...texts, ...called].join('')) + reasoningTokens,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    ...usage,
    reasoningTokens,
  };
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

function styleEvent(event: AnswerEvent, style: AnswerStyle): readonly AnswerEvent[] {
  switch (event.kind) {
    case 'start':
      return style.thought ? [event, { kind: 'reasoning', delta: style.thought }] : [event];
    case 'tool-call':
      return [{ ...event, id: style.toolCallId?.(event) ?? event.id }];
    case 'finish':
      return [{ ...event, isReasonHidden: style.hasNoFinishReason }];
    default:
      return [event];
  }
}
