import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorFacts } from '../replies/error-facts.js';
import { invalidRequest } from './invalid-request.js';

const KEYS_PAGE = 'https://platform.openai.com/account/api-keys';
const NO_KEY =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
  "(i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the " +
  `API from your browser and are prompted for a username and password. You can obtain an API key from ${KEYS_PAGE}.`;

export function checkOpenaiKey(input: {
  readonly headers: IncomingHttpHeaders;
  readonly apiKey: string;
}): ErrorFacts | null {
  const given = /^Bearer +(\S+)$/i.exec(input.headers.authorization ?? '')?.[1];
  if (given === input.apiKey) return null;
  return given === undefined ? { ...invalidRequest(NO_KEY), status: 401 } : incorrectKey(given);
}

export function incorrectKey(key: string): ErrorFacts {
  const message = `Incorrect API key provided: ${maskKey(key)}. You can find your API key at ${KEYS_PAGE}.`;
  return { ...invalidRequest(message, null, 'invalid_api_key'), status: 401 };
}

const SHOWN_START = 8;
const SHOWN_END = 4;

function maskKey(key: string): string {
  const hidden = key.length - SHOWN_START - SHOWN_END;
  if (hidden <= 0) return `${key.slice(0, SHOWN_END)}****`;
  return key.slice(0, SHOWN_START) + '*'.repeat(hidden) + key.slice(-SHOWN_END);
}
