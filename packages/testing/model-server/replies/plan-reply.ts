import type { AnswerEvent } from './answer-event.js';
import type { ModelRequest } from '../request/model-request.js';
import type {
  ErrorReply,
  GatedReply,
  Reply,
  StreamFaultReply,
  TextReply,
  ToolCallsReply,
  TransportFaultReply,
} from './reply.js';
import { splitText } from './split-text.js';
import { estimateUsage, type ReplyUsage } from './usage.js';

export type Step =
  | { readonly kind: 'send'; readonly event: AnswerEvent }
  | { readonly kind: 'wait'; readonly delayMs: number }
  | { readonly kind: 'gate'; readonly gate: GatedReply }
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'end-early' | 'broken-json' | 'error' };

export type Plan =
  | { readonly kind: 'refuse'; readonly error: ErrorReply }
  | { readonly kind: 'transport'; readonly fault: TransportFaultReply['kind'] }
  | { readonly kind: 'answer'; readonly steps: readonly Step[] };

const TOOL_ARGUMENT_FRAGMENTS = 3;

export function planReply(reply: Reply, request: ModelRequest): Plan {
  switch (reply.kind) {
    case 'text':
      return { kind: 'answer', steps: textSteps(reply, request) };
    case 'tool-calls':
      return { kind: 'answer', steps: toolCallSteps(reply, request) };
    case 'gated':
      return { kind: 'answer', steps: gatedSteps(reply, request) };
    case 'dynamic':
      return planReply(reply.make(request), request);
    case 'rate-limited':
    case 'status-error':
    case 'context-length':
      return { kind: 'refuse', error: reply };
    case 'hang':
    case 'close-connection':
    case 'html':
    case 'empty-body':
      return { kind: 'transport', fault: reply.kind };
    case 'hang-mid-stream':
    case 'cut-mid-stream':
    case 'end-early':
    case 'broken-json':
    case 'error-mid-stream':
      return { kind: 'answer', steps: faultSteps(reply, request) };
  }
}

function textSteps(reply: TextReply, request: ModelRequest): readonly Step[] {
  const usage = estimateUsage({
    request,
    answer: reply.answer,
    reasoning: reply.reasoning,
    given: reply.usage,
  });
  return paced(reply.delayMs, [
    { kind: 'start', usage },
    ...reasoningEvents(reply, request),
    ...reply.chunks.map((delta): AnswerEvent => ({ kind: 'text', delta })),
    { kind: 'finish', reason: reply.finishReason, usage },
  ]);
}

function toolCallSteps(reply: ToolCallsReply, request: ModelRequest): readonly Step[] {
  const usage = estimateUsage({
    request,
    answer: reply.text + reply.calls.map((call) => call.name + call.argumentsText).join(''),
    reasoning: reply.reasoning,
    given: reply.usage,
  });
  const calls = reply.calls.flatMap((call, index): AnswerEvent[] => [
    { kind: 'tool-call', index, id: call.id ?? `call_${request.n}_${index}`, name: call.name },
    ...splitText(call.argumentsText, TOOL_ARGUMENT_FRAGMENTS).map((delta): AnswerEvent => ({
      kind: 'tool-arguments',
      index,
      delta,
    })),
  ]);
  return paced(reply.delayMs, [
    { kind: 'start', usage },
    ...reasoningEvents(reply, request),
    ...(reply.text === '' ? [] : [{ kind: 'text', delta: reply.text } as const]),
    ...calls,
    { kind: 'finish', reason: reply.finishReason, usage },
  ]);
}

function gatedSteps(reply: GatedReply, request: ModelRequest): readonly Step[] {
  const usage = estimateUsage({ request, answer: reply.first + reply.rest, reasoning: reply.reasoning });
  return [
    send({ kind: 'start', usage }),
    ...reasoningEvents(reply, request).map(send),
    ...(reply.first === '' ? [] : [send({ kind: 'text', delta: reply.first })]),
    { kind: 'gate', gate: reply },
    ...(reply.rest === '' ? [] : [send({ kind: 'text', delta: reply.rest })]),
    send({ kind: 'finish', reason: 'stop', usage }),
  ];
}

function faultSteps(reply: StreamFaultReply, request: ModelRequest): readonly Step[] {
  const usage = estimateUsage({ request, answer: reply.textBefore, reasoning: '' });
  const before = begin(reply.textBefore, usage);
  switch (reply.kind) {
    case 'hang-mid-stream':
      return [...before, { kind: 'hang' }];
    case 'cut-mid-stream':
      return [...before, { kind: 'cut' }];
    case 'end-early':
      return [...before, { kind: 'end-early' }];
    case 'error-mid-stream':
      return [...before, { kind: 'error' }];
    case 'broken-json':
      return [...before, { kind: 'broken-json' }, send({ kind: 'finish', reason: 'stop', usage })];
  }
}

/** A signature alone stands for hidden reasoning. */
function reasoningEvents(
  { reasoning, signature }: { reasoning: string; signature?: string | undefined },
  request: ModelRequest,
): readonly AnswerEvent[] {
  if (reasoning === '' && signature === undefined) return [];
  return [
    ...(reasoning === '' ? [] : [{ kind: 'reasoning', delta: reasoning } as const]),
    { kind: 'reasoning-signature', signature: signature ?? `signature_${request.n}` },
  ];
}

function begin(text: string, usage: ReplyUsage): readonly Step[] {
  const start = send({ kind: 'start', usage });
  return text === '' ? [start] : [start, send({ kind: 'text', delta: text })];
}

function paced(delayMs: number, events: readonly AnswerEvent[]): readonly Step[] {
  return events.flatMap((event): Step[] =>
    delayMs > 0 && event.kind !== 'start' ? [{ kind: 'wait', delayMs }, send(event)] : [send(event)],
  );
}

function send(event: AnswerEvent): Step {
  return { kind: 'send', event };
}
