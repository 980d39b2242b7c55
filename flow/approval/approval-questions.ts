import { showUnseen } from '../../protocol/unseen-characters.js';
import { showBothEnds } from '../values/show-both-ends.js';
import { listChanges } from './list-changes.js';

const TEXT_CHARACTERS = 1_000;
const INPUT_CHARACTERS = 6_000;

export function askWhetherCallRuns({
  toolName,
  input,
  approved,
}: {
  toolName: string;
  input: unknown;
  approved?: { input: unknown } | undefined;
}): string {
  const question = defaultQuestion(toolName, input);
  return approved ? `${question}\n\n${compare(toolName, approved.input, input)}` : question;
}

/** Undefined for a question that the tool wrote itself. */
export function readDefaultQuestion({
  prompt,
  toolName,
  input,
}: {
  prompt: string;
  toolName: string | null;
  input: unknown;
}): { changes: readonly string[] | undefined } | undefined {
  if (toolName === null) return undefined;
  const question = defaultQuestion(toolName, input);
  if (prompt === question) return { changes: undefined };
  if (!prompt.startsWith(`${question}\n\n`)) return undefined;
  return { changes: prompt.slice(question.length).split('\n- ').slice(1) };
}

export function askForOutput({ toolName, input }: { toolName: string; input: unknown }): string {
  return `What does ${showUnseen(toolName)} return for ${showInput(input)}?`;
}

/** Cuts long inputs and texts to their beginning and end. */
export function showInput(input: unknown): string {
  const json = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' ? showBothEnds(value, TEXT_CHARACTERS) : value,
  );
  return showUnseen(showBothEnds(json, INPUT_CHARACTERS));
}

/** Shows a text without quotes. */
export function showInputField(value: unknown): string {
  return typeof value === 'string' && value !== ''
    ? showUnseen(showBothEnds(value, TEXT_CHARACTERS))
    : showInput(value);
}

function defaultQuestion(toolName: string, input: unknown): string {
  return `May ${showUnseen(toolName)} run with ${showInput(input)}?`;
}

function compare(toolName: string, before: unknown, after: unknown): string {
  const changes = listChanges(before, after);
  const last = `the last approved call of ${showUnseen(toolName)}`;
  if (changes.length === 0) return `The input is the same as in ${last}.`;
  return [`Changes since ${last}:`, ...changes.map((change) => `- ${change}`)].join('\n');
}
