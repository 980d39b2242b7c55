export interface ConversationKey {
  /** The slug of the flow that answers. */
  flow: string;
  /** Any name that the application chooses. */
  user: string;
  /** Separates a user's conversations with a flow. Default: none. */
  channel?: string;
  /** A sub-thread's id. Default: the conversation itself. */
  thread?: string;
}

/** Leaves room for turns and sub-executions: Temporal allows 1,000 bytes. */
export const MAX_CONVERSATION_ID_BYTES = 400;
/** Short, because the input of Continue-As-New must fit a hundred turn ids. */
const MAX_TURN_ID_BYTES = 64;
/** As a channel, each of these would give two Workflows the same id. */
const RESERVED_CHANNELS: readonly unknown[] = ['thread', 'turn', 'upkeep'];

/** `conversation/<flow>/<user>[/<channel>][/thread/<thread>]`, percent-encoded. */
export function conversationWorkflowId(key: ConversationKey): string {
  const parts = [idPart('flow', key.flow), idPart('user', key.user)];
  if (key.channel !== undefined && key.channel !== '') parts.push(idPart('channel', key.channel));
  if (RESERVED_CHANNELS.includes(key.channel))
    throw new Error(`The channel '${key.channel}' is reserved: use another name`);
  if (key.thread !== undefined) parts.push('thread', threadPart(key.thread));
  const id = `conversation/${parts.join('/')}`;
  if (id.length > MAX_CONVERSATION_ID_BYTES)
    throw new Error(
      `Flow, user${key.thread === undefined ? ' and channel' : ', channel and thread'} make a Workflow ID of ${id.length} bytes; at most ${MAX_CONVERSATION_ID_BYTES} fit: use shorter names`,
    );
  return id;
}

function threadPart(thread: unknown): string {
  const problem = turnIdProblem(thread);
  if (typeof thread === 'string' && !problem) return encodeURIComponent(thread);
  throw new Error(
    `Thread id ${typeof thread === 'string' ? `'${printable(thread)}' ` : ''}${problem ?? 'is not a string'}`,
  );
}

export function toConversationKey({ flow, user, channel, thread }: ConversationKey): ConversationKey {
  return { flow, user, channel: channel === '' ? undefined : channel, thread };
}

export function parentWorkflowId(
  { flow, user, channel }: ConversationKey,
  { thread }: { thread?: string },
): string {
  return conversationWorkflowId({ flow, user, channel, thread });
}

export function turnWorkflowId(conversationId: string, turnId: string): string {
  return `${conversationId}/turn/${encodeURIComponent(turnId)}`;
}

export function upkeepWorkflowId(servedId: string): string {
  return `${servedId}/upkeep`;
}

export function executionWorkflowId(flow: string, id: string): string {
  return fitExecutionId(`execution/${idPart('flow', flow)}/${idPart('id', id)}`, 'Flow and id');
}

/** Encoded parts contain no colon, so different users' ids never collide. */
export function ownExecutionWorkflowId({
  flow,
  user,
  id,
}: {
  flow: string;
  user: string;
  id: string;
}): string {
  return fitExecutionId(`execution/${idPart('flow', flow)}/${ownIdPart({ user, id })}`, 'Flow, user and id');
}

function fitExecutionId(workflowId: string, names: string): string {
  if (workflowId.length <= MAX_CONVERSATION_ID_BYTES) return workflowId;
  throw new Error(
    `${names} make a Workflow ID of ${workflowId.length} bytes; at most ${MAX_CONVERSATION_ID_BYTES} fit: use shorter names`,
  );
}

export function ownExecutionPrefix(flow: string, user: string): string {
  return `execution/${idPart('flow', flow)}/${idPart('user', user)}:`;
}

export function ownIdPart({ user, id }: { user: string; id: string }): string {
  return `${idPart('user', user)}:${idPart('id', id)}`;
}

export function isOwnExecution(workflowId: string, user: string): boolean {
  const [kind, flow, own, ...rest] = workflowId.split('/');
  return (
    kind === 'execution' &&
    flow !== '' &&
    rest.length === 0 &&
    own?.startsWith(`${idPart('user', user)}:`) === true
  );
}

/** `<parent>/<node id>[/<iteration>]/<n>`, where `n` starts at 1. */
export function subExecutionWorkflowId(
  parentId: string,
  { nodeId, iteration, ordinal }: { nodeId: string; iteration: string; ordinal: number },
): string {
  return [parentId, encodeURIComponent(nodeId), ...(iteration === '' ? [] : [iteration]), ordinal].join('/');
}

export function turnIdProblem(turnId: unknown): string | undefined {
  if (typeof turnId !== 'string') return 'is not a string';
  if (turnId === '') return 'is empty';
  if (!turnId.isWellFormed()) return 'has a lone surrogate';
  if (hasControlCharacter(turnId)) return 'has a control character';
  const bytes = utf8Length(JSON.stringify(turnId)) - 2;
  if (bytes > MAX_TURN_ID_BYTES) return `has ${bytes} bytes as JSON; at most ${MAX_TURN_ID_BYTES} fit`;
  return undefined;
}

/** A lone surrogate counts as its replacement character. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

function idPart(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Error(`The ${name} must be a string, not ${typeof value}`);
  if (value === '') throw new Error(`The ${name} is empty`);
  if (!value.isWellFormed()) throw new Error(`The ${name} has a lone surrogate`);
  if (hasControlCharacter(value))
    throw new Error(`The ${name} '${printable(value)}' has a control character`);
  return encodeURIComponent(value);
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function printable(text: string): string {
  return JSON.stringify(text.slice(0, 60)).slice(1, -1);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
