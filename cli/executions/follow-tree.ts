import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { readConfig } from '../../config.js';
import type { ExecutionTree } from '../../client/executions/executions.js';
import { isFinal } from '../../flow/execution/status.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { displayWidth } from '../format/display-width.js';
import { formatExecutionTree } from './format-execution-tree.js';
import { withClient } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { createShutdown } from '../program/shutdown.js';
import { treeChanges, treeStates } from './tree-changes.js';

const LOOK_MS = 500;

/**
 * Shows a tree until all of it has ended or a signal comes: on a terminal in place, else a line for each change; as
 * JSON one line whenever something changed. Returns the exit code.
 */
export async function followTree(
  id: string,
  { output, hasItems }: { output: Output; hasItems: boolean },
): Promise<number> {
  const { signal } = createShutdown();
  const show = createTreeScreen(output);
  return withClient(readConfig(), async ({ executions }) => {
    while (!signal.aborted) {
      const trees = await executions.tree(id, { hasItems });
      show(trees);
      if (trees.every(({ status }) => isFinal(status))) break;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
    return EXIT_CODES.ok;
  });
}

function createTreeScreen(output: Output): (trees: readonly ExecutionTree[]) => void {
  let states: ReadonlyMap<string, string> = new Map();
  let rows = 0;
  const isInPlace = !output.isJson && process.stdout.isTTY === true;
  return (trees) => {
    const next = treeStates(trees);
    const changes = treeChanges(states, next);
    states = next;
    if (isInPlace) {
      const text = cutToScreen(formatExecutionTree(trees, output.style));
      process.stdout.write(`${rows > 0 ? `\u001b[${rows}F\u001b[J` : ''}${text}\n`);
      rows = rowsOf(text);
    } else if (changes.length > 0) output.result(trees, () => changes.join('\n'));
  };
}

/** What is above the screen cannot be drawn again: of a tall tree its beginning is shown. */
function cutToScreen(text: string): string {
  const height = Math.max(4, process.stdout.rows || 24) - 2;
  const lines = text.split('\n');
  let used = 0;
  const fitting = lines.filter((line) => (used += rowsOf(line)) <= height);
  if (fitting.length === lines.length) return text;
  return [...fitting, `… ${lines.length - fitting.length} more lines`].join('\n');
}

/** Rows of the screen that a text takes; its paint takes none. */
function rowsOf(text: string): number {
  const columns = process.stdout.columns || 80;
  return stripVTControlCharacters(text)
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(displayWidth(line) / columns)))
    .reduce((sum, rows) => sum + rows, 0);
}
