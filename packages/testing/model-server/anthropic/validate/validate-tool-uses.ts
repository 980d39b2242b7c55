import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { invalidField, badRequest } from '../errors/bad-request.js';
import type { PlacedBlock, Turn } from './merge-turns.js';

/** Each tool use must be answered once, at the start of the next turn. */
export function validateToolUses(turns: readonly Turn[], tools: unknown): ErrorFacts | null {
  return firstError([
    () => validateUniqueIds(turns),
    () =>
      firstErrorIn(turns, (turn, index) =>
        firstError([
          () => validateAnswered(turn, turns[index + 1]),
          () => validateResults(turn, turns[index - 1]),
        ]),
      ),
    () => validateDeclared(turns, tools),
  ]);
}

function validateUniqueIds(turns: readonly Turn[]): ErrorFacts | null {
  const seen = new Set<unknown>();
  return firstErrorIn(turns.flatMap(usesIn), (use) => {
    if (seen.has(use.block['id'])) return invalidField(formatPath(use), '`tool_use` ids must be unique');
    seen.add(use.block['id']);
    return null;
  });
}

function validateAnswered(turn: Turn, next: Turn | undefined): ErrorFacts | null {
  const answered = leadingResults(next).map(({ block }) => block['tool_use_id']);
  const missing = usesIn(turn).filter(({ block }) => !answered.includes(block['id']));
  const [first] = missing;
  if (!first) return null;
  const ids = missing.map(({ block }) => String(block['id'])).join(', ');
  const problem = `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
  return invalidField(`messages.${first.message}`, problem);
}

function validateResults(turn: Turn, previous: Turn | undefined): ErrorFacts | null {
  const used = previous ? usesIn(previous).map(({ block }) => block['id']) : [];
  const seen = new Set<unknown>();
  return firstErrorIn(findBlocks(turn, 'tool_result'), (result) => {
    const id = result.block['tool_use_id'];
    if (!used.includes(id)) {
      const problem = `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      return invalidField(formatPath(result), problem);
    }
    if (seen.has(id)) {
      const problem = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${String(id)}`;
      return invalidField(formatPath(result), problem);
    }
    seen.add(id);
    return null;
  });
}

function validateDeclared(turns: readonly Turn[], tools: unknown): ErrorFacts | null {
  if (Array.isArray(tools) && tools.length > 0) return null;
  if (!turns.some((turn) => usesIn(turn).length > 0)) return null;
  return badRequest('Requests which include `tool_use` or `tool_result` blocks must define tools.');
}

function usesIn(turn: Turn): readonly PlacedBlock[] {
  return findBlocks(turn, 'tool_use');
}

function findBlocks(turn: Turn, type: string): readonly PlacedBlock[] {
  return turn.blocks.filter(({ block }) => block['type'] === type);
}

/** Results after a text come too late. */
function leadingResults(turn: Turn | undefined): readonly PlacedBlock[] {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex(({ block }) => block['type'] !== 'tool_result');
  return end < 0 ? blocks : blocks.slice(0, end);
}

function formatPath({ message, at }: PlacedBlock): string {
  return `messages.${message}.content.${at}`;
}
