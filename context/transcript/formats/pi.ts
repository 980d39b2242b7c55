import { readResponseItem, isResponseItem } from '../read-response-item.js';
import { describeMissing, findPath, type TreeNode } from './record-tree.js';
import {
  asList,
  asText,
  isLoose,
  joinTexts,
  LeftRecords,
  type ForeignMessage,
  type ForeignTranscript,
  type Loose,
  type TranscriptFormat,
  type TranscriptReader,
} from './transcript-format.js';

const INTERFACES: Readonly<Record<string, string>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai-responses',
  'openai-codex-responses': 'openai-responses',
  'azure-openai-responses': 'openai-responses',
  'google-generative-ai': 'gemini',
  'google-vertex': 'gemini',
};
const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  openai: 'openai-responses',
  'openai-codex': 'openai-responses',
  google: 'gemini',
  'google-vertex': 'gemini',
};
const SILENT_KINDS: ReadonlySet<unknown> = new Set([
  'session',
  'model_change',
  'thinking_level_change',
  'label',
  'session_info',
  'custom',
  'leaf',
  'ephemeral',
]);

/** Entries form a tree by `id` and `parentId`. Older files are lists. */
export const pi: TranscriptFormat = {
  description: 'a session file of pi: all lines are one transcript',
  recognizes: ({ type, cwd, timestamp, message, payload, sessionId, parentId }) =>
    (type === 'session' && (cwd !== undefined || timestamp !== undefined)) ||
    (type === 'message' && isLoose(message) && parentId !== undefined) ||
    (type === 'model_change' && payload === undefined && sessionId === undefined),
  open: () => new PiReader(),
};

interface Entry extends TreeNode {
  record: Loose;
}

class PiReader implements TranscriptReader {
  private readonly entries = new Map<string, Entry>();
  private readonly left = new LeftRecords();
  private sessionId: unknown;
  private last: Entry | undefined;

  add(record: Loose, line: number): undefined {
    const { type, id, parentId } = record;
    if (type === 'session') {
      this.sessionId ??= id;
      return;
    }
    if (type === 'message' && !isLoose(record['message']))
      throw new Error(`Line ${line}: the entry has no 'message' object`);
    const parent = id === undefined ? (this.last?.id ?? null) : (asText(parentId) ?? null);
    const entry = { id: asText(id) ?? `line ${line}`, parent, line, record };
    this.entries.set(entry.id, entry);
    this.last = entry;
  }

  end(): ForeignTranscript | undefined {
    if (!this.last) return undefined;
    const path = findPath(this.entries, this.last);
    const sent = afterCompaction(path.nodes);
    const kept = new Set([...sent, ...path.nodes.filter(({ record }) => record['type'] !== 'message')]);
    for (const entry of this.entries.values())
      if (!kept.has(entry) && entry.record['type'] === 'message')
        this.left.note('message before the last compaction or of an abandoned branch', entry.line);
    const messages = sent.flatMap((entry) => this.readEntry(entry));
    return {
      id: this.sessionId,
      // Right after a compaction, no answer names a model, so looks in all entries.
      model: [...this.entries.values()].map(({ record }) => readModel(record)).findLast(Boolean),
      messages,
      warnings: [...describeMissing(path), ...this.left.toWarnings()],
    };
  }

  private readEntry({ record, line }: Entry): ForeignMessage[] {
    const { type, message, summary, content } = record;
    if (type === 'message' && isLoose(message)) {
      const read = this.readMessage(message, line);
      return read === undefined ? [] : [{ message: read, line }];
    }
    if (type === 'compaction' || type === 'branch_summary')
      return [{ message: { role: 'user', content: asText(summary) ?? '' }, line }];
    if (type === 'custom_message') return [{ message: { role: 'user', content: readParts(content) }, line }];
    if (!SILENT_KINDS.has(type)) this.left.noteUnknown(type, line);
    return [];
  }

  private readMessage(message: Loose, line: number): unknown {
    const { role, content } = message;
    switch (role) {
      case 'user':
      case 'custom':
      case 'hookMessage':
        return { role: 'user', content: readParts(content) };
      case 'assistant':
        return { role, content: asList(content).map((part) => readAnswerPart(part, message)) };
      case 'toolResult':
        return toToolResult(message);
      case 'bashExecution':
        if (message['excludeFromContext'] === true) return undefined;
        return { role: 'user', content: `$ ${String(message['command'])}\n${String(message['output'])}` };
      case 'branchSummary':
      case 'compactionSummary':
        return { role: 'user', content: asText(message['summary']) ?? '' };
      default:
        this.left.noteUnknown(role, line);
        return undefined;
    }
  }
}

function afterCompaction(path: readonly Entry[]): Entry[] {
  const at = path.findLastIndex(({ record }) => record['type'] === 'compaction');
  const compaction = path[at];
  if (!compaction) return [...path];
  const kept = path.findIndex(({ id }) => id === compaction.record['firstKeptEntryId']);
  return [compaction, ...(kept === -1 ? [] : path.slice(kept, at)), ...path.slice(at + 1)];
}

function readModel({ type, provider, modelId, message }: Loose): string | undefined {
  if (type === 'model_change') return nameModel(modelId, PROVIDERS[asText(provider) ?? '']);
  if (!isLoose(message) || message['role'] !== 'assistant') return undefined;
  return nameModel(message['model'], INTERFACES[asText(message['api']) ?? '']);
}

function nameModel(named: unknown, prefix: string | undefined): string | undefined {
  const model = asText(named);
  return model === undefined || prefix === undefined ? model : `${prefix}:${model}`;
}

function readParts(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return asList(content).map((part) =>
    isLoose(part) && part['type'] === 'image'
      ? { type: 'image', image: part['data'], mediaType: part['mimeType'] }
      : part,
  );
}

function readAnswerPart(part: unknown, { api }: Loose): unknown {
  if (!isLoose(part)) return part;
  if (part['type'] === 'thinking') return readThought(part, api);
  if (part['type'] !== 'toolCall') return part;
  // For the Responses API, pi joins both ids with `|`.
  const [callId, itemId] = String(part['id']).split('|');
  return {
    type: 'tool-call',
    toolCallId: callId,
    toolName: part['name'],
    input: part['arguments'],
    ...(itemId !== undefined && { providerOptions: { openai: { itemId } } }),
  };
}

function readThought({ thinking, thinkingSignature, redacted }: Loose, api: unknown): unknown {
  const signature = asText(thinkingSignature);
  const plain = { type: 'reasoning', text: asText(thinking) ?? '' };
  if (signature === undefined) return plain;
  if (api === 'anthropic-messages') {
    const mark = redacted === true ? { redactedData: signature } : { signature };
    return { ...plain, providerOptions: { anthropic: mark } };
  }
  return readItemThought(signature) ?? plain;
}

/** For the Responses API, pi stores the item as JSON in the signature. */
function readItemThought(signature: string): unknown {
  try {
    const item: unknown = JSON.parse(signature);
    const read = isResponseItem(item) ? readResponseItem(item) : undefined;
    return read?.kind === 'part' ? read.part : undefined;
  } catch {
    return undefined;
  }
}

function toToolResult({ toolCallId, toolName, content, isError }: Loose): unknown {
  const id = String(toolCallId).split('|')[0];
  const parts = asList(content).map((part) =>
    isLoose(part) && part['type'] === 'image'
      ? { type: 'image-data', data: part['data'], mediaType: part['mimeType'] }
      : part,
  );
  const output =
    isError === true
      ? { type: 'error-text', value: joinTexts(content) }
      : { type: 'content', value: typeof content === 'string' ? [{ type: 'text', text: content }] : parts };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName, output }] };
}
