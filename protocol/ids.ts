/** Who talks to what: together they are the identity of a conversation. */
export interface ConversationKey {
  /** Slug of the flow that answers. */
  flow: string;
  /** Whose conversation it is: any name that the application gives. */
  user: string;
  /** Another conversation of the same user and flow; missing or empty: the plain one. */
  channel?: string;
  /** Id of a sub-thread, which hangs on a message; missing: the conversation itself. */
  thread?: string;
}

/** Bytes of a conversation's Workflow ID: leaves room below Temporal's 1,000 for turns and sub-executions. */
export const MAX_CONVERSATION_ID_BYTES = 400;
/** Bytes of a turn id as JSON, without its quotes: a hundred of them fit what Continue-As-New carries. */
const MAX_TURN_ID_BYTES = 64;
/**
 * The parts that follow the plain thread's Workflow ID in those of its turns, its sub-threads and its upkeep. As the channel of
 * another conversation each would make two Workflows of one id.
 */
const RESERVED_CHANNELS: readonly unknown[] = ['thread', 'turn', 'upkeep'];

/**
 * `conversation/<flow>/<user>[/<channel>][/thread/<thread>]`, each part percent-encoded.
 * Throws a sentence naming the part when one is missing, not a string, not well-formed, or all are too long.
 */
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
  if (typeof thread === 'string' && problem === undefined) return encodeURIComponent(thread);
  throw new Error(
    `Thread id ${typeof thread === 'string' ? `'${printable(thread)}' ` : ''}${problem ?? 'is not a string'}`,
  );
}

/** The key alone of something that has one; of the plain channel it names none. */
export function toConversationKey({ flow, user, channel, thread }: ConversationKey): ConversationKey {
  return { flow, user, channel: channel === '' ? undefined : channel, thread };
}

/** Workflow ID of what a thread with this anchor hangs on. Throws like {@link conversationWorkflowId}. */
export function parentWorkflowId(
  { flow, user, channel }: ConversationKey,
  { thread }: { thread?: string },
): string {
  return conversationWorkflowId({ flow, user, channel, thread });
}

/** `<conversation>/turn/<turn id>`: the execution of one turn. */
export function turnWorkflowId(conversationId: string, turnId: string): string {
  return `${conversationId}/turn/${encodeURIComponent(turnId)}`;
}

/** `<conversation>/upkeep`, `<execution>/upkeep`: what is done after the turns of a conversation, or after an execution outside one. */
export function upkeepWorkflowId(servedId: string): string {
  return `${servedId}/upkeep`;
}

/** `execution/<flow>/<id>`: an execution outside a conversation. Throws like {@link conversationWorkflowId}. */
export function executionWorkflowId(flow: string, id: string): string {
  return `execution/${idPart('flow', flow)}/${idPart('id', id)}`;
}

/**
 * `execution/<flow>/<user>:<id>`: one whose id is a user's own, so that two users who think of the same id have two
 * executions. Percent-encoded parts have no colon, so no id of everybody's reads like it. Throws like
 * {@link conversationWorkflowId}.
 */
export function ownExecutionWorkflowId({
  flow,
  user,
  id,
}: {
  flow: string;
  user: string;
  id: string;
}): string {
  const workflowId = `execution/${idPart('flow', flow)}/${ownIdPart({ user, id })}`;
  if (workflowId.length > MAX_CONVERSATION_ID_BYTES)
    throw new Error(
      `Flow, user and id make a Workflow ID of ${workflowId.length} bytes; at most ${MAX_CONVERSATION_ID_BYTES} fit: use shorter names`,
    );
  return workflowId;
}

/** The beginning that the Workflow IDs of all executions of a flow have whose ids are a user's own. */
export function ownExecutionPrefix(flow: string, user: string): string {
  return `execution/${idPart('flow', flow)}/${idPart('user', user)}:`;
}

/** The last part of such a Workflow ID. */
export function ownIdPart({ user, id }: { user: string; id: string }): string {
  return `${idPart('user', user)}:${idPart('id', id)}`;
}

/** Whether a Workflow ID is that of an execution with an id of this user's own. */
export function isOwnExecution(workflowId: string, user: string): boolean {
  const [kind, flow, own, ...rest] = workflowId.split('/');
  return (
    kind === 'execution' &&
    flow !== '' &&
    rest.length === 0 &&
    own?.startsWith(`${idPart('user', user)}:`) === true
  );
}

/** `<parent>/<node id>[/<iteration>]/<n>`: the `n`-th sub-execution that a run of a node starts, from 1. */
export function subExecutionWorkflowId(
  parentId: string,
  { nodeId, iteration, ordinal }: { nodeId: string; iteration: string; ordinal: number },
): string {
  return [parentId, encodeURIComponent(nodeId), ...(iteration === '' ? [] : [iteration]), ordinal].join('/');
}

/** The fault of a turn id, in words that complete "Turn id …"; undefined: it has none. */
export function turnIdProblem(turnId: unknown): string | undefined {
  if (typeof turnId !== 'string') return 'is not a string';
  if (turnId === '') return 'is empty';
  if (!turnId.isWellFormed()) return 'has a lone surrogate';
  if (hasControlCharacter(turnId)) return 'has a control character';
  const bytes = utf8Length(JSON.stringify(turnId)) - 2;
  if (bytes > MAX_TURN_ID_BYTES) return `has ${bytes} bytes as JSON; at most ${MAX_TURN_ID_BYTES} fit`;
  return undefined;
}

/** Bytes of a text in UTF-8; a lone surrogate counts as the three of its replacement. */
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
