/**
 * The ids of tool calls in the stream of a page. Providers may repeat an id; a page finds a call by its id alone, so a repeated one
 * has the call's place in it.
 */
export class CallNames {
  /** By the places of the calls. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The id of a call, the same whenever it is asked for. */
  nameOf({ call, toolCallId }: { call: string; toolCallId: string }): string {
    const known = this.#names.get(call);
    if (known !== undefined) return known;
    const name = this.#taken.has(toolCallId) ? `${toolCallId}~${call}` : toolCallId;
    this.#names.set(call, name);
    this.#taken.add(name);
    return name;
  }

  /** Absent for a call that is not in the stream, as one of an execution below. */
  findName(call: string): string | undefined {
    return this.#names.get(call);
  }
}
