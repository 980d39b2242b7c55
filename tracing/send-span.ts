import {
  context,
  diag,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Link,
  type Span,
} from '@opentelemetry/api';
import { describeIds, type SpanDescription } from './genai.js';
import type { SpanIds } from './span-ids.js';

const TRACER = 'threadline';

export interface EndedSpan extends SpanDescription {
  ids: SpanIds;
  startedAt: Date;
}

/** Call after the commit, only in the process whose write ended the step. */
export function sendSpan(describe: () => EndedSpan): void {
  try {
    if (!isTraced()) return;
    const { ids, startedAt, ...description } = describe();
    const span = startSpan(ids, { ...description, startedAt });
    finishSpan(span, description.errorType);
  } catch (error) {
    diag.warn('Threadline could not send a span', error);
  }
}

/** The span's id is random: requests are not deduplicated. */
export async function traceRequest<Result>(
  describe: () => SpanDescription & { parent: SpanIds },
  perform: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return perform();
  const span = startRequest(describe);
  if (!span) return perform();
  let errorType: string | undefined;
  try {
    return await context.with(trace.setSpan(context.active(), span), perform);
  } catch (error) {
    errorType = nameType(error);
    throw error;
  } finally {
    // A span processor must not fail the request, nor hide its error.
    try {
      finishSpan(span, errorType);
    } catch (error) {
      diag.warn('Threadline could not send a span', error);
    }
  }
}

function startRequest(describe: Parameters<typeof traceRequest>[0]): Span | undefined {
  try {
    const { parent, name, kind, attributes } = describe();
    const inTrace = toContext(context.active(), parent);
    const span = trace.getTracer(TRACER).startSpan(name, { kind, attributes, links: listLinks() }, inTrace);
    trace.getActiveSpan()?.addLink({ context: span.spanContext() });
    return span;
  } catch (error) {
    diag.debug('Threadline could not start a span', error);
    return undefined;
  }
}

/** Other instrumentations' spans become the step's children. */
export function runWithinSpan<Result>(findIds: () => SpanIds, perform: () => Result): Result {
  return isTraced() ? context.with(toContext(context.active(), findIds()), perform) : perform();
}

function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(TRACER) !== undefined;
}

function startSpan(
  ids: SpanIds,
  { name, kind, attributes, startedAt }: SpanDescription & Pick<EndedSpan, 'startedAt'>,
): Span {
  const { traceId, spanId, parentSpanId } = ids;
  const span = trace.getTracer(TRACER).startSpan(
    name,
    {
      kind,
      startTime: startedAt,
      attributes: { ...attributes, ...describeIds(ids) },
      links: listLinks(),
    },
    // Samplers decide by the trace id, which only a parent can set.
    toContext(ROOT_CONTEXT, { traceId, spanId: parentSpanId ?? spanId }),
  );
  if (!span.isRecording()) return span;
  // The API cannot set a span's id, but SDKs return their own object.
  Reflect.set(span.spanContext(), 'spanId', spanId);
  if (parentSpanId === undefined)
    for (const field of PARENT_FIELDS) if (field in span) Reflect.set(span, field, undefined);
  return span;
}

/** SDK 2 has the first field, SDK 1 the second. */
const PARENT_FIELDS = ['parentSpanContext', 'parentSpanId'];

function finishSpan(span: Span, errorType: string | undefined): void {
  if (errorType !== undefined) {
    span.setAttribute('error.type', errorType);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function toContext(base: Context, { traceId, spanId }: Pick<SpanIds, 'traceId' | 'spanId'>): Context {
  return trace.setSpanContext(base, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

/** The active span belongs to another trace. */
function listLinks(): Link[] {
  const active = trace.getActiveSpan()?.spanContext();
  return active && trace.isSpanContextValid(active) ? [{ context: active }] : [];
}

function nameType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name;
}
