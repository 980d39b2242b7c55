import { isResponseItem } from '../read-response-item.js';
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

const KINDS: readonly unknown[] = ['session_meta', 'response_item', 'turn_context', 'event_msg', 'compacted'];

export const codex: TranscriptFormat = {
  description: 'a rollout file of Codex (sessions/…/rollout-….jsonl): all lines are one transcript',
  recognizes: (record) =>
    (KINDS.includes(record['type']) && isLoose(record['payload'])) ||
    // The first line of an older file.
    ('instructions' in record && 'timestamp' in record && !('type' in record)),
  open: () => new CodexReader(),
};

class CodexReader implements TranscriptReader {
  private readonly left = new LeftRecords();
  private messages: ForeignMessage[] = [];
  private id: unknown;
  private model: string | undefined;
  private system: string | undefined;

  add(record: Loose, line: number): undefined {
    const { type, payload } = record;
    if (type === undefined) this.readMeta(record);
    else if (payload === undefined) this.addItem(record, line);
    else if (!isLoose(payload)) throw new Error(`Line ${line}: the record '${String(type)}' has no payload`);
    else this.read(payload, { type, line });
  }

  private read(payload: Loose, { type, line }: { type: unknown; line: number }): void {
    switch (type) {
      case 'session_meta':
        // A fork repeats its origin's records.
        if (this.id === undefined) this.readMeta(payload);
        break;
      case 'turn_context':
        this.model = asText(payload['model']) ?? this.model;
        break;
      case 'response_item':
        this.addItem(payload, line);
        break;
      case 'compacted':
        this.compact(payload, line);
        break;
      case 'event_msg':
        // Codex only displays the other events.
        if (payload['type'] === 'thread_rolled_back') this.rollBack(Number(payload['num_turns']));
        break;
      default:
        this.left.noteUnknown(type, line);
    }
  }

  private readMeta({ id, instructions, base_instructions: base }: Loose): void {
    this.id ??= id;
    this.system ??= asText(instructions) ?? (isLoose(base) ? asText(base['text']) : asText(base));
  }

  private addItem(item: Loose, line: number): void {
    if (isResponseItem(item) || asText(item['role']) !== undefined)
      this.messages.push({ message: item, line });
    else if (item['record_type'] === undefined) this.left.noteUnknown(item['type'], line);
  }

  private compact({ replacement_history: replacement, message }: Loose, line: number): void {
    const before = this.messages;
    this.messages = [];
    if (Array.isArray(replacement))
      for (const item of asList(replacement)) {
        if (isLoose(item)) this.addItem(item, line);
      }
    else {
      this.messages = before.filter(({ message: item }) => (item as Loose)['role'] === 'user');
      this.messages.push({ message: { role: 'user', content: asText(message) ?? '' }, line });
    }
    const kept = new Set(this.messages);
    for (const one of before) if (!kept.has(one)) this.left.note('item before the last compaction', one.line);
  }

  private rollBack(turns: number): void {
    for (let left = turns; left > 0; left -= 1) {
      const at = this.messages.findLastIndex(({ message }) => isUserText(message as Loose));
      if (at === -1) return;
      for (const { line } of this.messages.splice(at))
        this.left.note('item of a turn that was rolled back', line);
    }
  }

  end(): ForeignTranscript | undefined {
    if (this.messages.length === 0) return undefined;
    return {
      id: this.id,
      // The prefix names the API, which decides how thoughts are sent back.
      model: this.model === undefined ? undefined : `openai-responses:${this.model}`,
      system: this.system,
      messages: this.messages,
      warnings: this.left.toWarnings(),
    };
  }
}

/** Texts that Codex writes as the user. They start no turn. */
const ADDED_TEXT =
  /^\s*(?:# AGENTS\.md instructions\b|<(?:environment_context|user_instructions|turn_aborted|skill|user_shell_command|subagent_notification|plugins|external_[a-z_]+)\b)/i;

function isUserText({ role, content }: Loose): boolean {
  const texts = typeof content === 'string' ? [content] : asList(content).map((part) => joinTexts([part]));
  return role === 'user' && !texts.some((text) => ADDED_TEXT.test(text));
}
