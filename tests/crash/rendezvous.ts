export class Rendezvous {
  readonly #action: () => Promise<void>;
  readonly #parties = new Set<object>();
  #missing: number;
  readonly #done: Promise<void>;
  #settle: (outcome: Promise<void>) => void = () => undefined;

  constructor(parties: number, action: () => Promise<void>) {
    this.#missing = parties;
    this.#action = action;
    this.#done = new Promise((resolve) => (this.#settle = resolve));
    this.#done.catch(() => undefined);
  }

  async arrive(party: object): Promise<void> {
    if (!this.#parties.has(party)) {
      this.#parties.add(party);
      this.#missing -= 1;
      if (this.#missing === 0) this.#settle(this.#action());
    }
    await this.#done;
  }
}
