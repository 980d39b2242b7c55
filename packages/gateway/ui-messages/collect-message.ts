import type { Rating } from '../../../protocol/rating.js';
import type { AnswerMetadata, UIChunk } from './ui-chunk.js';

export type UIPart = { type: string; toolCallId?: string; text?: string } & Record<string, unknown>;

export interface UIMessage {
  id: string;
  role: 'user' | 'assistant';
  metadata?: Partial<AnswerMetadata> & {
    createdAt?: string;
    seq?: number;
    question?: string;
    rating?: Rating;
  };
  parts: UIPart[];
}

export function collectMessage(id: string, chunks: Iterable<UIChunk>): UIMessage {
  const message: UIMessage = { id, role: 'assistant', parts: [] };
  const texts = new Map<string, UIPart>();
  for (const chunk of chunks) apply(message, texts, chunk);
  return message;
}

function apply(message: UIMessage, texts: Map<string, UIPart>, chunk: UIChunk): void {
  const { parts } = message;
  switch (chunk.type) {
    case 'start':
      message.id = chunk.messageId;
      break;
    case 'start-step':
      parts.push({ type: 'step-start' });
      break;
    case 'reset-step':
      parts.splice(parts.findLastIndex(({ type }) => type === 'step-start') + 1);
      break;
    case 'text-start':
    case 'reasoning-start':
      texts.set(chunk.id, {
        type: chunk.type === 'text-start' ? 'text' : 'reasoning',
        text: '',
        state: 'done',
      });
      parts.push(texts.get(chunk.id) as UIPart);
      break;
    case 'text-delta':
    case 'reasoning-delta': {
      const part = texts.get(chunk.id);
      if (part) part.text = (part.text ?? '') + chunk.delta;
      break;
    }
    case 'text-end':
    case 'reasoning-end': {
      const part = texts.get(chunk.id);
      if (part && chunk.providerMetadata) part['providerMetadata'] = chunk.providerMetadata;
      break;
    }
    default:
      applyToTool(parts, chunk);
  }
  if ('messageMetadata' in chunk) message.metadata = { ...message.metadata, ...chunk.messageMetadata };
}

function applyToTool(parts: UIPart[], chunk: UIChunk): void {
  if (!('toolCallId' in chunk)) {
    if ('data' in chunk && chunk.transient !== true) parts.push({ ...chunk });
    return;
  }
  const { toolCallId } = chunk;
  const part = parts.findLast((candidate) => candidate.toolCallId === toolCallId);
  switch (chunk.type) {
    case 'tool-input-available': {
      const { toolName, input, providerMetadata: callProviderMetadata } = chunk;
      if (!part)
        parts.push({
          type: `tool-${toolName}`,
          toolCallId,
          state: 'input-available',
          input,
          callProviderMetadata,
        });
      else part['state'] = 'input-available';
      break;
    }
    case 'tool-approval-request':
      Object.assign(part ?? {}, { state: 'approval-requested', approval: { id: chunk.approvalId } });
      break;
    case 'tool-output-available': {
      Object.assign(part ?? {}, { state: 'output-available', output: chunk.output });
      break;
    }
    case 'tool-output-error':
      Object.assign(part ?? {}, { state: 'output-error', errorText: chunk.errorText });
      break;
    case 'tool-output-denied':
      Object.assign(part ?? {}, { state: 'output-denied' });
      break;
  }
}
