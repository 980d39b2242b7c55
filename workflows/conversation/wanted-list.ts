export interface Wanted<Input, Outcome> {
  readonly input: Input;
  outcome: Outcome | undefined;
}

/** Requests that the next `storeTurns` carries out, in order. */
export class WantedList<Input, Outcome> {
  private waiting: readonly Wanted<Input, Outcome>[] = [];

  get inputs(): readonly Input[] {
    return this.waiting.map(({ input }) => input);
  }

  add(input: Input): Wanted<Input, Outcome> {
    const wanted: Wanted<Input, Outcome> = { input, outcome: undefined };
    this.waiting = [...this.waiting, wanted];
    return wanted;
  }

  settle(outcomes: readonly Outcome[]): void {
    for (const [index, outcome] of outcomes.entries()) {
      const wanted = this.waiting[index];
      if (wanted) wanted.outcome = outcome;
    }
    this.waiting = this.waiting.slice(outcomes.length);
  }
}
