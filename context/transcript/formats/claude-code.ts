import { describeMissing, findPath, type TreeNode } from './record-tree.js';
import {
  asList,
  asText,
  isLoose,
  LeftRecords,
  type ForeignMessage,
  type ForeignTranscript,
  type Loose,
  type TranscriptFormat,
  type TranscriptReader,
} from './transcript-format.js';

const SILENT_KINDS: ReadonlySet<unknown> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'mode',
  'permission-mode',
  'last-prompt',
  'custom-title',
  'ai-title',
  'agent-name',
  'result',
]);
/** Model name of messages that Claude Code wrote itself. */
const SYNTHETIC = '<synthetic>';

/** Records form a tree by `uuid` and `parentUuid`, with one content block each. */
export const claudeCode: TranscriptFormat = {
  description: 'a session file of Claude Code, or its stream-json output: all lines are one transcript',
  recognizes: (record) =>
    typeof record['type'] === 'string' &&
    ['sessionId', 'session_id', 'leafUuid', 'snapshot'].some((name) => name in record) &&
    !('payload' in record),
  open: () => new ClaudeCodeReader(),
};

interface Node extends TreeNode {
  message?: Loose;
  isSidechain: boolean;
}

class ClaudeCodeReader implements TranscriptReader {
  private readonly nodes = new Map<string, Node>();
  private readonly left = new LeftRecords();
  private sessionId: unknown;
  private previous: string | null = null;
  private model: string | undefined;
  private subModel: string | undefined;

  add(record: Loose, line: number): undefined {
    const { type, uuid, sessionId, session_id: streamed } = record;
    this.sessionId = sessionId ?? streamed ?? this.sessionId;
    const message = this.findMessage(record, line);
    const isSidechain = record['isSidechain'] === true || asText(record['parent_tool_use_id']) !== undefined;
    this.noteModel(record, isSidechain);
    // Streamed records have no `uuid`.
    if (uuid === undefined && !message) return;
    const id = asText(uuid) ?? `line ${line}`;
    // A file may repeat a record.
    if (this.nodes.has(id)) return;
    this.nodes.set(id, {
      id,
      parent: this.findParent(record),
      line,
      isSidechain,
      ...(message && { message }),
    });
    if (type === 'user' || type === 'assistant') this.previous = id;
  }

  /** Streamed output names the model in its first record. */
  private noteModel({ message, model: streamed }: Loose, isSidechain: boolean): void {
    const model = asText(isLoose(message) ? message['model'] : streamed);
    if (model === undefined || model === SYNTHETIC) return;
    if (isSidechain) this.subModel = model;
    else this.model = model;
  }

  private findParent({ uuid, parentUuid }: Loose): string | null {
    if (uuid === undefined || parentUuid === undefined) return this.previous;
    return asText(parentUuid) ?? null;
  }

  private findMessage(record: Loose, line: number): Loose | undefined {
    const { type, subtype, message } = record;
    if (type !== 'user' && type !== 'assistant') {
      if (type === 'attachment') this.left.note('attachment', line);
      else if (type !== 'system' && !SILENT_KINDS.has(type)) this.left.noteUnknown(type, line);
      else if (type === 'system' && subtype === 'microcompact_boundary')
        this.left.note('boundary of a partial compaction', line);
      return undefined;
    }
    if (!isLoose(message)) throw new Error(`Line ${line}: the ${type} record has no 'message' object`);
    // Compaction summaries also have this mark, but are sent.
    if (record['isVisibleInTranscriptOnly'] === true && record['isCompactSummary'] !== true) return undefined;
    if (message['model'] === SYNTHETIC) {
      this.left.note('message of the program itself', line);
      return undefined;
    }
    return { role: type, content: message['content'], id: message['id'] };
  }

  end(): ForeignTranscript | undefined {
    const all = [...this.nodes.values()];
    // A sub-agent's own file has only sidechain records.
    const isMain = all.some(({ message, isSidechain }) => message && !isSidechain);
    const spoken = all.filter(({ message, isSidechain }) => message && (!isMain || !isSidechain));
    const leaf = spoken.at(-1);
    if (!leaf) return undefined;
    const path = findPath(this.nodes, leaf);
    const sent = withSiblings(path.nodes, spoken);
    for (const node of all)
      if (node.message && !sent.has(node))
        this.left.note(node.isSidechain && isMain ? 'message of a sub-agent' : NOT_SENT, node.line);
    const messages = joinAnswers(spoken.filter((node) => sent.has(node)));
    return {
      id: this.sessionId,
      // Right after a compaction, no answer names a model, so uses a sub-agent's.
      model: this.model ?? this.subModel,
      messages,
      warnings: [...describeMissing(path), ...this.left.toWarnings()],
    };
  }
}

const NOT_SENT = 'message before the last compaction or of an abandoned branch';

/** Adds parallel results and other blocks of the same answers, which are not on the path. */
function withSiblings(path: readonly Node[], spoken: readonly Node[]): ReadonlySet<Node> {
  const sent = new Set(path);
  const answers = new Set(path.flatMap(({ message }) => asText(message?.['id']) ?? []));
  for (const node of spoken) if (answers.has(asText(node.message?.['id']) ?? '')) sent.add(node);
  const calls = new Set([...sent].flatMap(({ message }) => listIds(message, 'tool_use', 'id')));
  for (const node of spoken)
    if (listIds(node.message, 'tool_result', 'tool_use_id').some((id) => calls.has(id))) sent.add(node);
  return sent;
}

function listIds(message: Loose | undefined, type: string, name: string): unknown[] {
  return asList(message?.['content']).flatMap((part) =>
    isLoose(part) && part['type'] === type ? [part[name]] : [],
  );
}

function joinAnswers(nodes: readonly Node[]): ForeignMessage[] {
  const answers = new Map<string, ForeignMessage[]>();
  const groups: ForeignMessage[][] = [];
  for (const { message, line } of nodes) {
    const id = message?.['role'] === 'assistant' ? asText(message['id']) : undefined;
    const known = id === undefined ? undefined : answers.get(id);
    if (known) {
      known.push({ message, line });
      continue;
    }
    const group = [{ message, line }];
    groups.push(group);
    if (id !== undefined) answers.set(id, group);
  }
  return groups.flat();
}
