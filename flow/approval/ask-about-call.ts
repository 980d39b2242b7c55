import { showUnseen } from '../../protocol/unseen-characters.js';
import { showBothEnds } from '../values/show-both-ends.js';
import { listChanges } from './list-changes.js';

/** Of one text in the input, so that none hides the others. */
const TEXT_CHARACTERS = 1_000;
/** Of the whole input, so that a huge input does not become a huge question. */
const INPUT_CHARACTERS = 6_000;

/**
 * Writes the question whether a tool call may run: its input, as a person can see it whole or by its ends, and what differs from the
 * input of the last call that was approved.
 */
export function askWhetherCallRuns({
  toolName,
  input,
  approved,
}: {
  toolName: string;
  input: unknown;
  /** Absent if no call of the tool was approved. */
  approved?: { input: unknown } | undefined;
}): string {
  const question = `May ${showUnseen(toolName)} run with ${showInput(input)}?`;
  return approved === undefined ? question : `${question}\n\n${compare(toolName, approved.input, input)}`;
}

/** Writes the question that a page answers with the output of a tool call. */
export function askForOutput({ toolName, input }: { toolName: string; input: unknown }): string {
  return `What does ${showUnseen(toolName)} return for ${showInput(input)}?`;
}

/** Shows an input as JSON: long values by their ends, and characters that are not seen as escapes. */
export function showInput(input: unknown): string {
  const json = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' ? showBothEnds(value, TEXT_CHARACTERS) : value,
  );
  return showUnseen(showBothEnds(json, INPUT_CHARACTERS));
}

function compare(toolName: string, before: unknown, after: unknown): string {
  const changes = listChanges(before, after);
  const last = `the last approved call of ${showUnseen(toolName)}`;
  if (changes.length === 0) return `The input is the same as in ${last}.`;
  return [`Changes since ${last}:`, ...changes.map((change) => `- ${change}`)].join('\n');
}
