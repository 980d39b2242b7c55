/**
 * The ids under which a page is told of tool calls. Providers may give calls of different steps the same id; a page finds a call
 * by its id alone, so a later one has its step in it.
 */
export class CallNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The id of a call, the same whenever it is asked for. */
  nameOf({ step, toolCallId }: { step: number; toolCallId: string }): string {
    const key = `${step} ${toolCallId}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#taken.has(toolCallId) ? `${toolCallId}~${step}` : toolCallId;
    this.#names.set(key, name);
    this.#taken.add(name);
    return name;
  }

  /** The id of a call that was told of; undefined: it was not, as calls of executions below. */
  findName({ step, toolCallId }: { step: number; toolCallId: string }): string | undefined {
    return this.#names.get(`${step} ${toolCallId}`);
  }
}
