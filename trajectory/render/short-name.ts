import type { JsonValue, TrajectoryNode } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';
import { groupBy } from '../../protocol/group-by.js';
import { toWords } from './to-words.js';

const MAX_CHARACTERS = 80;
const ELLIPSIS = '…';

export function shortName(node: TrajectoryNode): string {
  return cut(toWords(pickName(node))) || cut(toWords(node.label));
}

/** A State without text is named after its calls. */
export function namesIn(
  { nodes, edges }: Pick<TrajectoryView, 'nodes' | 'edges'>,
  nameCalls = (names: string): string => `Call ${names}`,
): (node: TrajectoryNode) => string {
  const actions = new Map(
    nodes.flatMap((node) => (node.type === 'Action' ? [[node.id, shortName(node)]] : [])),
  );
  const calls = groupBy(
    edges.filter(({ type, to }) => type === 'triggers' && actions.has(to)),
    ({ from }) => from,
  );
  return (node) => {
    const called = calls.get(node.id);
    if (!called || !isSilent(node)) return shortName(node);
    return cut(nameCalls([...new Set(called.map(({ to }) => actions.get(to)))].join(', ')));
  };
}

/** For drawings without another place for the queue's step. */
export function nameWithStep(node: TrajectoryNode, name: string): string {
  const step = cut(toWords(toText(node.attributes['queueStep'])));
  return step === '' || step === name ? name : `${name} (${step})`;
}

/** True if the model wrote nothing but calls. */
export function isSilent({ type, attributes }: TrajectoryNode): boolean {
  const { content, reasoning, currentStatus, queueStep } = attributes;
  if (type !== 'State' || content !== undefined || reasoning !== undefined) return false;
  return currentStatus === 'tool-calls' || (currentStatus === undefined && queueStep !== undefined);
}

function pickName({ type, attributes }: TrajectoryNode): string {
  switch (type) {
    case 'Query':
      return firstText(attributes.query, attributes.rawUserQuery);
    case 'State':
      return firstText(
        attributes.content,
        attributes.reasoning,
        attributes.currentStatus,
        attributes.queueStep,
        attributes.goal,
      );
    case 'Action':
      return firstText(attributes.action);
    case 'Response':
      return firstText(attributes.content);
    case 'Knowledge':
      return firstText(attributes.name, attributes.content, attributes.knowledgeType);
    case 'Tool':
      return firstText(attributes.name);
    case 'Column':
      return firstText(attributes.name) || endOfPath(firstText(attributes.fromTable));
    case 'Table':
    case 'File':
    case 'Skill':
      return endOfPath(firstText(attributes.path));
    case 'Script':
      return endOfPath(firstText(attributes.path)) || firstText(attributes.content);
  }
}

function firstText(...values: readonly (JsonValue | undefined)[]): string {
  return values.map(toText).find((text) => text.trim() !== '') ?? '';
}

function toText(value: JsonValue | undefined): string {
  if (value == null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function endOfPath(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
}

function cut(text: string): string {
  // Splits by code points, which keeps surrogate pairs whole. The slice limits the work.
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS + 2)];
  if (characters.length <= MAX_CHARACTERS) return text;
  return `${characters
    .slice(0, MAX_CHARACTERS - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
