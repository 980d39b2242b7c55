import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from '../errors/anthropic-error.js';

export function checkAnthropicKey(input: {
  readonly headers: IncomingHttpHeaders;
  readonly apiKey: string;
}): ErrorFacts | null {
  const key = input.headers['x-api-key'];
  const token = bearerToken(input.headers);
  if (key === undefined && token === undefined) return missingKey();
  if (key !== undefined) return key === input.apiKey ? null : invalidKey();
  return token === input.apiKey ? null : anthropicError(401, 'Invalid bearer token');
}

export function missingKey(): ErrorFacts {
  return anthropicError(401, 'x-api-key header is required');
}

export function invalidKey(): ErrorFacts {
  return anthropicError(401, 'invalid x-api-key');
}

export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
