import { APICallError } from '@ai-sdk/provider';
import { redactSecrets } from '../../protocol/redact-secrets.js';

/** Facts that are safe to store: one line, without the prompt and keys. */
export interface ProviderError {
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly reason: string;
  readonly headers: Record<string, string> | undefined;
  /** Read from the body, because some providers send no header. */
  readonly retryDelay: string | undefined;
}

const MAX_REASON_LENGTH = 500;
/** Longer bodies are not read: they are error pages, or echo the request. */
const MAX_BODY_LENGTH = 100_000;
/** Of the newest messages. */
const MAX_REQUEST_TEXT_LENGTH = 500_000;

export function readProviderError(error: unknown): ProviderError {
  if (!APICallError.isInstance(error)) {
    const { code, status, reason, retryDelay } = readFacts(error);
    const inner = error instanceof Error ? readFacts(error.cause).code : undefined;
    return {
      status,
      providerCode: code ?? inner,
      reason: safeReason(reason),
      headers: undefined,
      retryDelay,
    };
  }
  const body = readFacts(error.data ?? parseJson(error.responseBody));
  const network = error.statusCode === undefined ? readFacts(error.cause) : undefined;
  return {
    status: error.statusCode,
    providerCode: body.code ?? network?.code,
    reason: safeReason(body.reason ?? error.message, listTexts(error.requestBodyValues)),
    headers: error.responseHeaders,
    retryDelay: body.retryDelay,
  };
}

function safeReason(text: string | undefined, requestTexts: readonly string[] = []): string {
  const line = redactSecrets(
    (text ?? '')
      .slice(0, 4 * MAX_REASON_LENGTH)
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const own = withoutQuotes(line.slice(0, 2 * MAX_REASON_LENGTH), requestTexts);
  return own.length <= MAX_REASON_LENGTH ? own : `${own.slice(0, MAX_REASON_LENGTH - 3).toWellFormed()}...`;
}

interface BodyFacts {
  readonly code?: string | undefined;
  /** Gateways use `code` inside a stream. */
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly retryDelay?: string | undefined;
}

function readFacts(body: unknown): BodyFacts {
  if (typeof body === 'string') return { reason: body };
  if (typeof body !== 'object' || body === null) return {};
  // Gemini sends a list.
  const fields = (Array.isArray(body) ? body[0] : body) as Record<string, unknown> | undefined;
  const inner = fields?.['error'] ?? (fields?.['response'] as Record<string, unknown> | undefined)?.['error'];
  if (inner != null) return readFacts(inner);
  const text = (name: string) => (typeof fields?.[name] === 'string' ? fields[name] : undefined);
  const code = fields?.['code'];
  return {
    code: text('code') ?? text('status') ?? text('type'),
    status: typeof code === 'number' && code >= 400 && code < 600 ? code : undefined,
    reason: withCounts(text('message') ?? text('detail'), fields),
    retryDelay: findRetryDelay(fields?.['details']),
  };
}

/** llama.cpp has a field per token count. */
function withCounts(
  reason: string | undefined,
  fields: Record<string, unknown> | undefined,
): string | undefined {
  const counts = ['n_prompt_tokens', 'n_ctx'].flatMap((name) => {
    const count = fields?.[name];
    return typeof count === 'number' && Number.isSafeInteger(count) ? [`${name}: ${count}`] : [];
  });
  return counts.length === 0 ? reason : `${reason ?? ''} (${counts.join(', ')})`;
}

function findRetryDelay(details: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(details) ? details : [];
  const delays = list.map((detail) => (detail as { retryDelay?: unknown } | null)?.retryDelay);
  return delays.find((delay) => typeof delay === 'string');
}

function parseJson(text: string | undefined): unknown {
  if (!text || text.length > MAX_BODY_LENGTH) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listTexts(body: unknown): string[] {
  const texts: string[] = [];
  const open: unknown[] = [body];
  let budget = MAX_REQUEST_TEXT_LENGTH;
  for (let value = open.pop(); value !== undefined && budget > 0; value = open.pop()) {
    if (typeof value === 'string') {
      texts.push(value.slice(0, budget).replace(/\s+/g, ' '));
      budget -= value.length;
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const inner of Object.values(value)) if (inner !== undefined) open.push(inner);
    }
  }
  return texts;
}

/** A shorter quote of the prompt may be a coincidence. */
const QUOTE_LENGTH = 24;
/** Each quote contains one of the request's blocks of this length, whose positions are multiples of it. */
const BLOCK_LENGTH = QUOTE_LENGTH / 2;

function withoutQuotes(text: string, requestTexts: readonly string[]): string {
  const quotes = findQuotes(text, requestTexts);
  let result = '';
  let quotedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (quotes.has(text.slice(at, at + QUOTE_LENGTH))) {
      if (at > quotedTo || at === 0) result += '[...]';
      quotedTo = at + QUOTE_LENGTH;
    } else if (at >= quotedTo) result += text.charAt(at);
  }
  return result.toWellFormed();
}

/** Linear: reads each text of the request once, and compares only around known blocks. */
function findQuotes(text: string, requestTexts: readonly string[]): ReadonlySet<string> {
  const blocks = listPieces(text, BLOCK_LENGTH);
  const pieces = listPieces(text, QUOTE_LENGTH);
  const quotes = new Set<string>();
  const compared = new Set<string>();
  for (const source of requestTexts)
    for (let at = 0; at + BLOCK_LENGTH <= source.length; at += BLOCK_LENGTH) {
      if (!blocks.has(source.slice(at, at + BLOCK_LENGTH))) continue;
      const around = source.slice(Math.max(0, at - BLOCK_LENGTH), at + QUOTE_LENGTH);
      if (compared.has(around)) continue;
      compared.add(around);
      for (const piece of listPieces(around, QUOTE_LENGTH)) if (pieces.has(piece)) quotes.add(piece);
    }
  return quotes;
}

function listPieces(text: string, length: number): Set<string> {
  const pieces = new Set<string>();
  for (let at = 0; at + length <= text.length; at += 1) pieces.add(text.slice(at, at + length));
  return pieces;
}
