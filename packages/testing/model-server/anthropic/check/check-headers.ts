import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../../replies/error-facts.js';
import { bearerToken, missingKey } from './check-anthropic-key.js';
import { invalidField } from '../errors/bad-request.js';

const VERSIONS: readonly unknown[] = ['2023-06-01', '2023-01-01'];

export function checkHeaders(headers: IncomingHttpHeaders): ErrorFacts | null {
  if (headers['x-api-key'] === undefined && bearerToken(headers) === undefined) return missingKey();
  const version = headers['anthropic-version'];
  if (version === undefined) return invalidField('anthropic-version', 'header is required');
  if (VERSIONS.includes(version)) return null;
  return invalidField('anthropic-version', `"${String(version)}" is not a valid version`);
}
