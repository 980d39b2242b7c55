import { setTimeout as sleep } from 'node:timers/promises';
import stringWidth from 'string-width';
import type { ExecutionTree } from '../../client/executions/executions.js';
import { isFinal } from '../../flow/execution/status.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { formatExecutionTree } from './format-execution-tree.js';
import type { Output } from '../format/output.js';
import { Shutdown } from '../program/shutdown.js';
import { withExecution } from './with-execution.js';
import { describeFailure, describeNode } from './describe-node.js';
import { selectShownNodes } from './tree-lines.js';

const LOOK_MS = 500;

/**
 * Shows a tree until all of it has ended or a signal comes: on a terminal in place, else a line for each change; as
 * JSON one line whenever something changed. Returns the exit code.
 */
export async function followTree(
  named: string,
  { output, hasItems }: { output: Output; hasItems: boolean },
): Promise<number> {
  const { signal } = new Shutdown();
  const screen = new TreeScreen(output);
  return withExecution(named, async (executions, id) => {
    while (!signal.aborted) {
      const trees = await executions.tree(id, { hasItems });
      screen.show(trees);
      if (trees.every(({ status }) => isFinal(status))) break;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
    return EXIT_CODES.ok;
  });
}

/** Shows a tree that changes: in place on a terminal, elsewhere a line for each change. */
class TreeScreen {
  readonly #output: Output;
  readonly #isInPlace: boolean;
  #states: ReadonlyMap<string, string> = new Map();
  /** Rows of the screen that the tree takes now. */
  #rows = 0;

  constructor(output: Output) {
    this.#output = output;
    this.#isInPlace = !output.isJson && process.stdout.isTTY === true;
  }

  show(trees: readonly ExecutionTree[]): void {
    const states = listStates(trees);
    const changes = listChanges(this.#states, states);
    this.#states = states;
    if (this.#isInPlace) this.#draw(cutToScreen(formatExecutionTree(trees, this.#output.style)));
    else if (changes.length > 0) this.#output.result(trees, () => changes.join('\n'));
  }

  #draw(text: string): void {
    process.stdout.write(`${this.#rows > 0 ? `\u001b[${this.#rows}F\u001b[J` : ''}${text}\n`);
    this.#rows = countRows(text);
  }
}

/** Cuts a tall tree to its beginning: rows that have left the screen cannot be drawn again. */
function cutToScreen(text: string): string {
  const height = Math.max(4, process.stdout.rows || 24) - 2;
  const lines = text.split('\n');
  let used = 0;
  const fitting = lines.filter((line) => (used += countRows(line)) <= height);
  if (fitting.length === lines.length) return text;
  return [...fitting, `… ${lines.length - fitting.length} more lines`].join('\n');
}

/** Counts the rows of the screen that a text takes; its paint takes none. */
function countRows(text: string): number {
  const columns = process.stdout.columns || 80;
  return text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(stringWidth(line) / columns)))
    .reduce((sum, rows) => sum + rows, 0);
}

/** Writes one line for each execution and node of trees, by its key; durations, which change with time alone, are left out. */
function listStates(trees: readonly ExecutionTree[]): Map<string, string> {
  return new Map(trees.flatMap(listTreeStates));
}

/** Lists the lines that are new or have changed. */
function listChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([key, line]) => before.get(key) !== line).map(([, line]) => line);
}

function listTreeStates(tree: ExecutionTree): [key: string, line: string][] {
  const { executionId, status, children } = tree;
  const nodes = selectShownNodes(tree).map((node): [string, string] => [
    `${executionId} ${node.nodeId}`,
    `${node.status} ${executionId} ${describeNode(node)}`,
  ]);
  return [
    [executionId, `${status} ${executionId}${describeFailure(tree)}`],
    ...nodes,
    ...children.flatMap(listTreeStates),
  ];
}
