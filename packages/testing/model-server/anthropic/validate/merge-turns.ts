import { isJsonObject, type JsonObject } from '../../http/json.js';

export interface PlacedBlock {
  readonly block: JsonObject;
  readonly message: number;
  readonly at: number;
}

export interface Turn {
  readonly role: unknown;
  readonly blocks: readonly PlacedBlock[];
}

/** As Anthropic does. The messages' shape has been checked. */
export function mergeTurns(messages: unknown): readonly Turn[] {
  const turns: Turn[] = [];
  for (const [index, message] of (messages as readonly JsonObject[]).entries()) {
    const blocks = placedBlocks(message['content'], index);
    const last = turns.at(-1);
    if (last && last.role === message['role']) {
      turns[turns.length - 1] = { role: last.role, blocks: [...last.blocks, ...blocks] };
    } else turns.push({ role: message['role'], blocks });
  }
  return turns;
}

function placedBlocks(content: unknown, message: number): readonly PlacedBlock[] {
  if (!Array.isArray(content)) return [{ block: { type: 'text', text: content }, message, at: 0 }];
  return content.filter(isJsonObject).map((block, at) => ({ block, message, at }));
}
