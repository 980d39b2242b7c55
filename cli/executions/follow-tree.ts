import { setTimeout as sleep } from 'node:timers/promises';
import stringWidth from 'string-width';
import type { ExecutionTree } from '../../views/execution.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { formatExecutionTree } from './format-execution-tree.js';
import type { Output } from '../format/output.js';
import { Shutdown } from '../program/shutdown.js';
import { withExecution } from './with-execution.js';
import { describeFailure, describeNode, describeRun } from './describe-node.js';
import { selectShownNodes } from './tree-lines.js';

const POLL_MS = 500;

/** Redraws the tree on a terminal. Elsewhere, prints changed lines, or with JSON the tree. */
export async function followTree(
  named: string,
  { output, hasItems }: { output: Output; hasItems: boolean },
): Promise<number> {
  const shutdown = new Shutdown();
  const { signal } = shutdown;
  const screen = new TreeScreen(output);
  return withExecution(named, async (executions, id) => {
    while (!signal.aborted) {
      const trees = await executions.tree(id, { hasItems });
      screen.show(trees);
      if (trees.every(({ status }) => isFinal(status))) break;
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    return shutdown.exitCode() ?? EXIT_CODES.ok;
  });
}

class TreeScreen {
  readonly #output: Output;
  readonly #isInPlace: boolean;
  #states: ReadonlyMap<string, string> = new Map();
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

/** Cuts to the screen, because a row that scrolled off cannot be redrawn. */
function cutToScreen(text: string): string {
  const height = Math.max(4, process.stdout.rows || 24) - 2;
  const lines = text.split('\n');
  let used = 0;
  const fitting = lines.filter((line) => (used += countRows(line)) <= height);
  if (fitting.length === lines.length) return text;
  return [...fitting, `… ${lines.length - fitting.length} more lines`].join('\n');
}

function countRows(text: string): number {
  const columns = process.stdout.columns || 80;
  return text
    .split('\n')
    .map((line) => Math.max(1, Math.ceil(stringWidth(line) / columns)))
    .reduce((sum, rows) => sum + rows, 0);
}

/** Without durations, which change all the time. */
function listStates(trees: readonly ExecutionTree[]): Map<string, string> {
  return new Map(trees.flatMap(listTreeStates));
}

function listChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([key, line]) => before.get(key) !== line).map(([, line]) => line);
}

function listTreeStates(tree: ExecutionTree): [key: string, line: string][] {
  const { executionId, status, children } = tree;
  const nodes = selectShownNodes(tree).flatMap((node): [string, string][] => [
    [`${executionId} ${node.nodeId}`, `${node.status} ${executionId} ${describeNode(node)}`],
    ...(node.itemRuns ?? []).map((run): [string, string] => [
      `${executionId} ${node.nodeId} ${run.iteration}`,
      `${run.status} ${executionId} ${node.nodeId}, ${describeRun(run)}`,
    ]),
  ]);
  return [
    [executionId, `${status} ${executionId}${describeFailure(tree)}`],
    ...nodes,
    ...children.flatMap(listTreeStates),
  ];
}
