import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Caller } from '../../gateway-env.js';
import { notFound, OpenAiError } from '../errors/openai-error.js';
import { readResponse } from './read-response.js';
import { readItemId, responseId, type ResponseKey } from './response-key.js';
import { outputMessage, renderResponse, type OutputCall, type OutputMessage } from './response-object.js';
import { isRecord } from '../../../protocol/is-record.js';

/**
 * Replaces references to items of earlier responses by the items, in the input of a request that was not checked yet. A request that
 * names what it goes on after has the items already: its references are dropped. Throws a 404 that names an item which is missing, or
 * belongs to somebody else.
 */
export async function resolveReferences(caller: Caller, body: unknown): Promise<unknown> {
  if (!isRecord(body) || !Array.isArray(body['input'])) return body;
  const input: readonly unknown[] = body['input'];
  if (!input.some(isReference)) return body;
  if (body['conversation'] != null || body['previous_response_id'] != null)
    return { ...body, input: input.filter((item) => !isReference(item)) };
  const responses = new Map<string, Promise<readonly Item[]>>();
  const items = input.map(async (item) => {
    if (!isReference(item)) return item;
    const found = readItemId(item.id);
    if (found === undefined) throw noSuchItem(item.id);
    const response = responseId(found.key);
    const reading = responses.get(response) ?? readItems(caller, found.key);
    responses.set(response, reading);
    const referenced = (await reading).find(({ id }) => id === item.id);
    if (referenced === undefined) throw noSuchItem(item.id);
    return referenced;
  });
  return { ...body, input: await Promise.all(items) };
}

type Item = OutputMessage | OutputCall;

/** The items of a response that has ended. One that broke off keeps its message, so that a chat can go on after it. */
async function readItems(caller: Caller, key: ResponseKey): Promise<readonly Item[]> {
  try {
    const { head, state } = await readResponse(caller, key);
    if (state.status === 'failed' || state.status === 'cancelled')
      return [outputMessage(key, { text: state.text ?? '', status: 'incomplete' })];
    return renderResponse(head, state).output;
  } catch (error) {
    if (error instanceof OpenAiError && error.facts.status === 404) return [];
    if (error instanceof ThreadlineError && error.type === 'Client.NotFound') return [];
    throw error;
  }
}

function isReference(item: unknown): item is { id: string } {
  // Its type may be left out.
  const isTyped = isRecord(item) && (item['type'] ?? 'item_reference') === 'item_reference';
  return isTyped && typeof item['id'] === 'string' && !('role' in item);
}

function noSuchItem(id: string): OpenAiError {
  return notFound(`There is no item '${id.slice(0, 200)}'`, 'item_not_found', 'input');
}
