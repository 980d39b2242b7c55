import { withoutNulls } from '../../trajectory/graph/clean-attributes.js';
import type { JsonValue, TrajectoryNode } from '../../trajectory/graph/trajectory-node.js';
import { applyChanges } from './apply-changes.js';
import type { RecordedNode } from './round-rows.js';

/** These fields carry over to later States until they change. Others belong to one State. */
const CARRIED = ['goal', 'plan', 'belief', 'uncertainty', 'feedback', 'availableActions'] as const;
const MAX_ACTIONS = 20;

export class CarriedState {
  #noted: Readonly<Record<string, JsonValue>> = {};
  readonly #actions: string[] = [];
  readonly #question: string | null;

  constructor(question: string | null) {
    this.#question = question;
  }

  take(row: RecordedNode, node: TrajectoryNode): TrajectoryNode {
    if (row.type === 'Action') this.#note(node);
    if (row.type !== 'State' || row.ordinal !== 0) return applyChanges(node, row.changes);
    const filled: Record<string, JsonValue> = { ...node.attributes };
    if (row.instruction === null && this.#question !== null) filled['goal'] = this.#question;
    if (this.#actions.length > 0) filled['actionHistory'] = this.#actions.slice(-MAX_ACTIONS);
    const attributes = withoutNulls({ ...filled, ...this.#noted });
    const state = applyChanges({ ...node, attributes }, row.changes);
    const changed = new Set((row.changes ?? []).flatMap(({ values }) => Object.keys(values)));
    const kept = CARRIED.filter((name) => changed.has(name));
    this.#noted = {
      ...this.#noted,
      ...Object.fromEntries(kept.map((name) => [name, state.attributes[name] ?? null])),
    };
    return state;
  }

  #note({ attributes }: TrajectoryNode): void {
    const action = attributes['action'];
    if (typeof action === 'string')
      this.#actions.push(attributes['success'] === false ? `${action} (failed)` : action);
  }
}
