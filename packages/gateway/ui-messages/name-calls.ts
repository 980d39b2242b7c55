/** Pages identify a call by its id, but providers repeat ids, so a repeated one gets the call's place appended. */
export class CallNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  nameOf({ call, toolCallId }: { call: string; toolCallId: string }): string {
    const known = this.#names.get(call);
    if (known !== undefined) return known;
    const name = this.#taken.has(toolCallId) ? `${toolCallId}~${call}` : toolCallId;
    this.#names.set(call, name);
    this.#taken.add(name);
    return name;
  }

  /** Undefined for a call of a sub-execution. */
  findName(call: string): string | undefined {
    return this.#names.get(call);
  }
}
