import type { Condition } from '../../flow/kinds/condition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { referencesOf } from '../../flow/templates/references-of.js';

/** Names that a node looks at; undefined: they cannot be told without running it. */
export function namesIn(node: FlowNode): readonly string[] | undefined {
  switch (node.kind) {
    case 'code':
      return undefined;
    case 'switch':
      return [...rootsOf(node.config.rules), ...referencesOf(node.config.rules.map(({ value }) => value))];
    case 'subflow':
      return Object.values(node.config.input ?? {}).flatMap((path) => path.split('.').slice(0, 2));
    default:
      return 'config' in node ? referencesOf(node.config) : [];
  }
}

function rootsOf(conditions: readonly Condition[]): string[] {
  return conditions.map(({ field }) => field.split('.')[0] ?? '');
}
