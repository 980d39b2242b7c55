import type { AnswerEvent } from './answer-event.js';
import type { ErrorFacts } from './error-facts.js';
import type { Exchange } from '../http/exchange.js';
import type { AnswerStyle } from '../personalities/personality.js';
import { styleEvents } from '../personalities/style-events.js';
import type { ModelRequest } from '../request/model-request.js';
import type { Plan, Step } from './plan-reply.js';
import type { ErrorReply, TransportFaultReply } from './reply.js';
import type { WireFormat } from '../http/wire-format.js';

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

/** Rejects if the connection closes first. */
export async function playPlan(plan: Plan, play: Play): Promise<void> {
  switch (plan.kind) {
    case 'refuse':
      return sendError(play, play.wire.errorFacts(plan.error, play.request), retryHeaders(plan.error));
    case 'transport':
      return playTransportFault(plan.fault, play);
    case 'answer':
      return isStreamed(play) ? streamAnswer(plan.steps, play) : sendWholeAnswer(plan.steps, play);
  }
}

function isStreamed({ wire, request, style }: Play): boolean {
  return wire.isStreaming(request) && style.isNeverStreamed !== true;
}

export function sendError(
  play: Play,
  facts: ErrorFacts,
  headers: Readonly<Record<string, string>> = {},
): void {
  play.exchange.head(play.style.errorStatus ?? facts.status, {
    ...JSON_HEADERS,
    ...play.wire.requestHeaders(play.request),
    ...headers,
  });
  play.exchange.end(play.wire.errorBody(facts, play.request));
}

function retryHeaders(error: ErrorReply): Readonly<Record<string, string>> {
  if (error.kind !== 'rate-limited') return {};
  // Node refuses headers with undefined values.
  const headers: Record<string, string> = {};
  if (error.retryAfterMs !== undefined) headers['retry-after-ms'] = String(error.retryAfterMs);
  if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter);
  return headers;
}

async function playTransportFault(fault: TransportFaultReply['kind'], play: Play): Promise<void> {
  const { exchange } = play;
  switch (fault) {
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

async function streamAnswer(steps: readonly Step[], play: Play): Promise<void> {
  const { exchange, request, wire, style } = play;
  const encoder = wire.encoder(request);
  exchange.head(200, { ...EVENT_STREAM_HEADERS, ...wire.requestHeaders(request) });
  for (const step of steps) {
    switch (step.kind) {
      case 'send':
        for (const event of styleEvents(step.event, style))
          for (const frame of encoder.frames(event)) await exchange.write(frame);
        break;
      case 'wait':
      case 'gate':
      case 'hang':
      case 'cut':
        if ((await playSilence(step, exchange)) === 'over') return;
        break;
      case 'end-early':
        return exchange.end();
      case 'broken-json':
        await exchange.write(encoder.brokenFrame());
        break;
      case 'error':
        await exchange.write(encoder.errorFrame(serverError(play)));
        return exchange.end();
    }
  }
  exchange.end();
}

async function playSilence(
  step: Extract<Step, { kind: 'wait' | 'gate' | 'hang' | 'cut' }>,
  exchange: Exchange,
): Promise<'go-on' | 'over'> {
  switch (step.kind) {
    case 'wait':
      await exchange.wait(step.delayMs);
      return 'go-on';
    case 'gate':
      step.gate.markStarted();
      await exchange.waitFor(step.gate.released);
      return 'go-on';
    case 'hang':
      await exchange.waitForClose();
      return 'over';
    case 'cut':
      exchange.destroy();
      return 'over';
  }
}

/** A failing stream breaks the body. */
async function sendWholeAnswer(steps: readonly Step[], play: Play): Promise<void> {
  const { exchange, request, wire, style } = play;
  const encoder = wire.encoder(request);
  const events: AnswerEvent[] = [];
  let broken = false;
  for (const step of steps) {
    switch (step.kind) {
      case 'send':
        events.push(...styleEvents(step.event, style));
        break;
      case 'wait':
      case 'gate':
      case 'hang':
      case 'cut':
        if ((await playSilence(step, exchange)) === 'over') return;
        break;
      case 'end-early':
      case 'broken-json':
        broken = true;
        break;
      case 'error':
        return sendError(play, serverError(play));
    }
  }
  const body = encoder.whole(events);
  exchange.head(200, { ...JSON_HEADERS, ...wire.requestHeaders(request) });
  exchange.end(broken ? body.slice(0, body.length / 2) : body);
}

function serverError({ wire, request }: Play): ErrorFacts {
  return wire.errorFacts({ kind: 'status-error', status: 500 }, request);
}
