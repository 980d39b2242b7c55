import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Caller } from '../gateway-env.js';
import { findItem, noSuchItem } from './conversations/find-item.js';
import { invalidField, OpenAiError } from './errors/openai-error.js';
import { readResponse } from './responses/read-response.js';
import { readItemId, responseId, type ResponseKey } from './requests/response-key.js';
import {
  outputMessage,
  renderResponse,
  type OutputCall,
  type OutputMessage,
} from './responses/response-object.js';
import { isRecord } from '../../../protocol/is-record.js';

/** Drops references to items that the continued conversation or response already has. */
export async function resolveInput(caller: Caller, body: unknown): Promise<unknown> {
  if (!isRecord(body)) return body;
  const { input, conversation, previous_response_id: previous } = body;
  if (conversation == null && previous == null)
    return { ...body, input: await resolveReferences(caller, { items: input, field: 'input' }) };
  return Array.isArray(input) ? { ...body, input: input.filter((item) => !isReference(item)) } : body;
}

/** A missing item, or another user's, is a 404; a missing id is a 400. */
export async function resolveReferences(
  caller: Caller,
  { items, field }: { items: unknown; field: string },
): Promise<unknown> {
  if (!Array.isArray(items)) return items;
  const responses = new Map<string, Promise<readonly Item[]>>();
  const findAnswered = async (id: string) => {
    const { key } = readItemId(id) ?? {};
    if (!key) return undefined;
    const response = responseId(key);
    const reading = responses.get(response) ?? readItems(caller, key);
    responses.set(response, reading);
    return (await reading).find((item) => item.id === id);
  };
  const list: readonly unknown[] = items;
  return Promise.all(
    list.map(async (item, index) => {
      if (!isReference(item)) return item;
      const { id } = item;
      if (typeof id !== 'string')
        throw invalidField(`${field}.${index}.id`, "An 'item_reference' needs the 'id' of an item");
      const referenced = (await findAnswered(id)) ?? (await findItem(caller, id));
      if (!referenced) throw noSuchItem(id, field);
      return referenced;
    }),
  );
}

type Item = OutputMessage | OutputCall;

/** A chat can continue after an aborted response, which keeps its message. */
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

function isReference(item: unknown): item is { id?: unknown } {
  if (!isRecord(item) || 'role' in item) return false;
  const { type, id } = item;
  return type === 'item_reference' || (type == null && typeof id === 'string');
}
