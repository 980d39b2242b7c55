import { findPath, type TreeNode } from './record-tree.js';
import {
  asList,
  asText,
  isLoose,
  joinTexts,
  LeftRecords,
  toResult,
  type ForeignMessage,
  type ForeignTranscript,
  type Loose,
  type TranscriptFormat,
} from './transcript-format.js';

export const chatgpt: TranscriptFormat = {
  description: "the conversations.json of ChatGPT's data export: each conversation is a transcript",
  recognizes: ({ mapping }) => isLoose(mapping),
  open: () => ({ add: readConversation, end: () => undefined }),
};

interface Node extends TreeNode {
  message: unknown;
}

function readConversation(record: Loose, line: number): ForeignTranscript {
  const { mapping, current_node: current, conversation_id: id, default_model_slug: model } = record;
  if (!isLoose(mapping)) throw new Error(`Line ${line}: the conversation has no 'mapping' object`);
  const nodes = new Map<string, Node>();
  for (const [key, node] of Object.entries(mapping))
    if (isLoose(node))
      nodes.set(key, { id: key, parent: asText(node['parent']) ?? null, line, message: node['message'] });
  const leaf = nodes.get(asText(current) ?? '');
  if (!leaf)
    throw new Error(`Line ${line}: 'current_node' names node '${String(current)}', which does not exist`);
  const path = findPath(nodes, leaf);
  if (path.missing !== undefined)
    throw new Error(`Line ${line}: 'parent' names node '${path.missing}', which does not exist`);
  const reader = new ConversationReader(line);
  for (const { message } of path.nodes) if (isLoose(message)) reader.add(message);
  const abandoned = [...nodes.values()].filter(({ message }) => isLoose(message)).length - reader.seen;
  return {
    id: id ?? record['id'],
    model: reader.model ?? asText(model),
    messages: reader.messages,
    warnings: [
      ...(abandoned > 0
        ? [`Omitted ${abandoned} ${abandoned === 1 ? 'message' : 'messages'} of abandoned branches`]
        : []),
      ...reader.left.toWarnings(),
    ],
  };
}

class ConversationReader {
  readonly messages: ForeignMessage[] = [];
  readonly left = new LeftRecords();
  model: string | undefined;
  seen = 0;
  private call: { id: unknown; name: string } | undefined;

  constructor(private readonly line: number) {}

  add(message: Loose): void {
    this.seen += 1;
    const { author, recipient, weight, metadata } = message;
    const role = isLoose(author) ? author['role'] : undefined;
    if (weight === 0) return this.left.note('hidden message', this.line);
    const content = this.readContent(message['content']);
    if (!content) return;
    if (role === 'tool') return this.addResult(content);
    if (role !== 'user' && role !== 'assistant' && role !== 'system')
      return this.left.noteUnknown(role, this.line);
    this.call = undefined;
    if (isLoose(metadata)) this.noteUploads(metadata['attachments']);
    if (role === 'assistant' && isLoose(metadata)) this.model = asText(metadata['model_slug']) ?? this.model;
    const tool = asText(recipient) ?? 'all';
    if (role === 'assistant' && tool !== 'all') this.addCall(message, { tool, content });
    else this.push({ role, content: role === 'user' ? content : this.withoutPictures(content, 'an answer') });
  }

  /** The export has only the names of uploaded files. */
  private noteUploads(attachments: unknown): void {
    for (const file of asList(attachments)) {
      const type = isLoose(file) ? (asText(file['mime_type']) ?? asText(file['mimeType']) ?? '') : '';
      if (!type.startsWith('image/')) this.left.note('upload, which the export does not contain,', this.line);
    }
  }

  private withoutPictures(content: readonly unknown[], of: string): unknown[] {
    return content.filter((part) => {
      const isPicture = isLoose(part) && part['type'] === 'image';
      if (isPicture) this.left.note(`picture of ${of}`, this.line);
      return !isPicture;
    });
  }

  private addCall({ id }: Loose, { tool, content }: { tool: string; content: unknown[] }): void {
    this.call = { id, name: tool };
    const input = { input: joinTexts(content) };
    this.push({ role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: tool, input }] });
  }

  /** One tool call may have several result messages. */
  private addResult(content: unknown[]): void {
    if (!this.call) return this.left.note('message of a tool that was not called', this.line);
    const text = joinTexts(this.withoutPictures(content, 'a tool result'));
    const last = this.messages.at(-1)?.message;
    const [result] = isLoose(last) && last['role'] === 'tool' ? asList(last['content']) : [];
    const before =
      isLoose(result) && isLoose(result['output']) ? `${String(result['output']['value'])}\n` : '';
    if (before !== '') this.messages.pop();
    this.push(toResult(this.call.id, { text: `${before}${text}`, toolName: this.call.name }));
  }

  private push(message: unknown): void {
    this.messages.push({ message, line: this.line });
  }

  private readContent(content: unknown): unknown[] | undefined {
    if (!isLoose(content)) return undefined;
    const { content_type: type, parts, text } = content;
    switch (type) {
      case 'text':
      case 'multimodal_text':
        return asList(parts).flatMap((part) => this.readPart(part));
      case 'code':
      case 'execution_output':
      case 'tether_quote':
      case 'system_error':
        return toText(text);
      case 'tether_browsing_display':
        return toText(asText(content['result']) ?? content['summary']);
      case 'user_editable_context':
        return toText(joinTexts([content['user_profile'], content['user_instructions']], '\n\n'));
      case 'thoughts':
      case 'reasoning_recap':
        this.left.note('thought', this.line);
        return undefined;
      default:
        this.left.note(`message with content of the unknown type '${String(type).slice(0, 40)}'`, this.line);
        return undefined;
    }
  }

  private readPart(part: unknown): unknown[] {
    if (typeof part === 'string') return toText(part);
    if (!isLoose(part)) return [];
    const { content_type: type, asset_pointer: pointer, text } = part;
    if (type === 'image_asset_pointer') return [{ type: 'image', image: pointer }];
    if (type === 'audio_transcription') return toText(text);
    this.left.note(`part of the unknown type '${String(type).slice(0, 40)}'`, this.line);
    return [];
  }
}

function toText(text: unknown): unknown[] {
  return typeof text === 'string' ? [{ type: 'text', text }] : [];
}
