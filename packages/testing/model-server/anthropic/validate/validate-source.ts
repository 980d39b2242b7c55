import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError } from '../../http/first-error.js';
import type { JsonObject } from '../../http/json.js';
import { checkObject, checkText } from './check-field.js';
import { fieldRequired, invalidField, notInList, unknownTag } from '../errors/bad-request.js';

const MEDIA_TYPES = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  document: ['application/pdf'],
} as const;
const SOURCE_TYPES = {
  image: ['base64', 'file', 'url'],
  document: ['base64', 'content', 'file', 'text', 'url'],
} as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function validateSource(
  block: JsonObject,
  path: string,
  kind: keyof typeof MEDIA_TYPES,
): ErrorFacts | null {
  const at = `${path}.source`;
  const notObject = checkObject(block['source'], at);
  if (notObject) return notObject;
  const source = block['source'] as JsonObject;
  const type = source['type'];
  if (type === undefined) return fieldRequired(`${at}.type`);
  const types: readonly unknown[] = SOURCE_TYPES[kind];
  if (!types.includes(type)) return unknownTag(at, type, SOURCE_TYPES[kind]);
  if (type === 'base64') return validateBase64(source, `${at}.base64`, kind);
  return type === 'url' ? validateUrl(source['url'], `${at}.url.url`) : null;
}

function validateBase64(source: JsonObject, path: string, kind: keyof typeof MEDIA_TYPES): ErrorFacts | null {
  const mediaTypes: readonly unknown[] = MEDIA_TYPES[kind];
  const { media_type: mediaType, data } = source;
  return firstError([
    () => checkText(mediaType, `${path}.media_type`),
    () => (mediaTypes.includes(mediaType) ? null : notInList(`${path}.media_type`, MEDIA_TYPES[kind])),
    () => checkText(data, `${path}.data`),
    () => (data === '' ? invalidField(path, `${kind} cannot be empty`) : null),
    () => (BASE64.test(String(data)) ? null : invalidField(path, 'invalid base64 data')),
  ]);
}

function validateUrl(url: unknown, path: string): ErrorFacts | null {
  const notText = checkText(url, path);
  if (notText || String(url).startsWith('https://')) return notText;
  return invalidField(path, 'Only HTTPS URLs are supported.');
}
