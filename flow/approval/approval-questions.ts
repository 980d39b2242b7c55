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
  const question = `May ${showUnseen(toolName)} run with ${showInput(input)}?`;
  return approved ? `${question}\n\n${compare(toolName, approved.input, input)}` : question;
}

export function askForOutput({ toolName, input }: { toolName: string; input: unknown }): string {
  return `What does ${showUnseen(toolName)} return for ${showInput(input)}?`;
}

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
