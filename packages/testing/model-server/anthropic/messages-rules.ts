import type { MessagesBody } from './messages-schema.js';

const BREAKPOINT_LIMIT = 4;
const THINKING_DOCS = 'https://docs.claude.com/en/docs/build-with-claude/extended-thinking';
const SEE = `Please consult our documentation at ${THINKING_DOCS}`;

/** Problems that a schema cannot express. Anthropic reports the first. */
export function* findProblems(body: MessagesBody): Generator<string> {
  const turns = mergeTurns(body.messages);
  yield* textProblems(body);
  yield* toolProblems(turns);
  yield* toolsProblems(body, turns);
  yield* thinkingProblems(body, turns);
  yield* effortProblems(body);
  yield* cacheProblems(body);
}

interface Placed {
  readonly path: string;
  readonly message: number;
  readonly type: string;
  readonly uses?: string;
  readonly answers?: string;
}

interface Turn {
  readonly role: string;
  readonly blocks: readonly Placed[];
}

/** Consecutive messages of a role are one turn. */
function mergeTurns(messages: MessagesBody['messages']): readonly Turn[] {
  const turns: { role: string; blocks: Placed[] }[] = [];
  for (const [message, { role, content }] of messages.entries()) {
    const given = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content;
    const blocks = given.map((block, at): Placed => ({
      path: `messages.${message}.content.${at}`,
      message,
      type: block.type,
      uses: block.type === 'tool_use' ? block.id : undefined,
      answers: block.type === 'tool_result' ? block.tool_use_id : undefined,
    }));
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else turns.push({ role, blocks });
  }
  return turns;
}

function* textProblems({ system = [], messages }: MessagesBody): Generator<string> {
  for (const { text } of typeof system === 'string' ? [] : system) yield* blankProblem('system', text);
  for (const [index, { role, content }] of messages.entries()) {
    if (content.length === 0 && (role === 'user' || index < messages.length - 1))
      yield `messages.${index}: all messages must have non-empty content except for the optional final assistant message`;
    if (content.length === 0) continue;
    if (typeof content === 'string') yield* blankProblem('messages', content);
    else for (const block of content) yield* blockTextProblems(block);
  }
  const { role, content } = messages.at(-1) ?? {};
  const last = typeof content === 'string' ? { type: 'text', text: content } : content?.at(-1);
  if (role === 'assistant' && last?.type === 'text' && /\s$/.test(String(last.text)))
    yield 'messages: final assistant content cannot end with trailing whitespace';
}

type Block = Exclude<MessagesBody['messages'][number]['content'], string>[number];

function* blockTextProblems(block: Block): Generator<string> {
  if (block.type === 'text') yield* blankProblem('messages', block.text);
  if (block.type !== 'tool_result' || typeof block.content === 'string') return;
  if (block.content?.some((inner) => inner.type === 'text' && !inner.text))
    yield* blankProblem('messages', '');
}

function* blankProblem(part: string, text: string): Generator<string> {
  if (!text) yield `${part}: text content blocks must be non-empty`;
  else if (!text.trim()) yield `${part}: text content blocks must contain non-whitespace text`;
}

/** Each tool use must be answered once, at the start of the next turn. */
function* toolProblems(turns: readonly Turn[]): Generator<string> {
  const ids = new Set<string>();
  for (const [index, { blocks }] of turns.entries()) {
    for (const { uses, path } of blocks) {
      if (!uses) continue;
      if (ids.has(uses)) yield `${path}: \`tool_use\` ids must be unique`;
      ids.add(uses);
    }
    const next = turns[index + 1]?.blocks ?? [];
    // A result after a text is too late.
    const end = next.findIndex(({ answers }) => !answers);
    const answered = (end < 0 ? next : next.slice(0, end)).map(({ answers }) => answers);
    const open = blocks.filter(({ uses }) => uses && !answered.includes(uses));
    if (open[0])
      yield `messages.${open[0].message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.map(({ uses }) => uses).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    const used = turns[index - 1]?.blocks.map(({ uses }) => uses) ?? [];
    const seen = new Set<string>();
    for (const { answers, path } of blocks) {
      if (!answers) continue;
      if (!used.includes(answers))
        yield `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${answers}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      if (seen.has(answers))
        yield `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${answers}`;
      seen.add(answers);
    }
  }
}

function* toolsProblems(
  { tools, tool_choice: choice }: MessagesBody,
  turns: readonly Turn[],
): Generator<string> {
  if (!tools?.length && turns.some(({ blocks }) => blocks.some(({ uses }) => uses)))
    yield 'Requests which include `tool_use` or `tool_result` blocks must define tools.';
  if (!tools?.length && choice && choice.type !== 'none')
    yield 'tool_choice may only be specified while providing tools.';
  if (choice?.type === 'tool' && !tools?.some(({ name }) => name === choice.name))
    yield `Tool '${choice.name}' not found in provided tools`;
}

function* thinkingProblems(body: MessagesBody, turns: readonly Turn[]): Generator<string> {
  const { thinking, tool_choice: choice } = body;
  if (thinking?.type !== 'enabled') return;
  if (body.max_tokens <= thinking.budget_tokens)
    yield `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${SEE}#max-tokens-and-context-window-size`;
  const considerations = `${SEE}#important-considerations-when-using-extended-thinking`;
  if ((body.temperature ?? 1) !== 1)
    yield `\`temperature\` may only be set to 1 when thinking is enabled. ${considerations}`;
  if (body.top_k != null) yield `\`top_k\` must be unset when thinking is enabled. ${considerations}`;
  if (choice?.type === 'any' || choice?.type === 'tool')
    yield 'Thinking may not be enabled when tool_choice forces tool use.';
  const open = openAnswer(turns);
  for (const turn of turns) {
    const [first] = turn.blocks;
    if (turn.role === 'user' || !first || isThought(first)) continue;
    if (turn.blocks.some(isThought))
      yield `${first.path}: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`;
    if (turn === open)
      yield `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. ${SEE}`;
  }
}

const WITHOUT_EFFORT = /^claude-(?:3|(?:sonnet|haiku)-4(?!-[6-9])|opus-4(?!-[5-9]))/;

function* effortProblems({ model, output_config: config }: MessagesBody): Generator<string> {
  if (typeof config === 'object' && config !== null && 'effort' in config && WITHOUT_EFFORT.test(model))
    yield 'This model does not support the effort parameter.';
}

/** Returns the first step of the answer whose tool results end the request. */
function openAnswer(turns: readonly Turn[]): Turn | undefined {
  const asked = turns.findLastIndex(
    ({ role, blocks }) => role === 'user' && blocks.some(({ answers }) => !answers),
  );
  return turns.at(-1)?.role === 'user' ? turns[asked + 1] : undefined;
}

function isThought({ type }: Placed): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function* cacheProblems({ tools, system = [], messages }: MessagesBody): Generator<string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const all = [...(tools ?? []), ...(typeof system === 'string' ? [] : system), ...blocks];
  const marked = all.filter((one) => 'cache_control' in one && one.cache_control);
  if (marked.length > BREAKPOINT_LIMIT)
    yield `A maximum of ${BREAKPOINT_LIMIT} blocks with cache_control may be provided. Found ${marked.length}.`;
}
