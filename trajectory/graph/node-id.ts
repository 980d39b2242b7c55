import { NODE_TYPES, type NodeType } from './node-types.js';
import { TrajectoryError } from './trajectory-error.js';
import { quoteText } from './quote-text.js';

const LABEL_LIMIT = 200;
const NUMBER_DIGITS = 5;
/** Numbers with more digits are inexact. */
const COUNTED_DIGITS = 15;

const LINE_BREAK_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;
const ID = /^([A-Za-z]+)\((.+)\)$/s;

/** Such as `Action(action00003)`. */
export function nodeId(type: NodeType, label: string): string {
  const problem = labelProblem(label);
  if (problem) {
    throw new TrajectoryError(
      `Label ${quoteText(label)} of a node ${problem}. Give 1 to ${LABEL_LIMIT} characters on one line.`,
    );
  }
  return `${type}(${label})`;
}

export function parseNodeId(id: string): { type: NodeType; label: string } {
  const [, name, label] = ID.exec(id) ?? [];
  const type = NODE_TYPES.find((known) => known === name);
  if (!type || label === undefined || labelProblem(label)) {
    throw new TrajectoryError(
      `Node id ${quoteText(id)} is malformed. Write it as Type(label), with a type of: ${NODE_TYPES.join(', ')}.`,
    );
  }
  return { type, label };
}

export function automaticLabel(type: NodeType, number: number): string {
  return `${type.toLowerCase()}${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

export function automaticNumber(type: NodeType, label: string): number | undefined {
  const prefix = type.toLowerCase();
  const digits = label.startsWith(prefix) ? label.slice(prefix.length) : '';
  if (!/^\d+$/.test(digits) || digits.length > COUNTED_DIGITS) return undefined;
  const number = Number(digits);
  return automaticLabel(type, number) === label ? number : undefined;
}

function labelProblem(label: string): string | undefined {
  if (label === '') return 'is empty';
  if ([...label].length > LABEL_LIMIT) return `has ${[...label].length} characters`;
  if (LINE_BREAK_OR_CONTROL.test(label)) return 'has a line break or control character';
  return label.isWellFormed() ? undefined : 'has half of a surrogate pair';
}
