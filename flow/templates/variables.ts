const CONSTANTS: ReadonlyMap<string, unknown> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
  ['null', null],
]);

export class Variables {
  readonly #own = new Map<string, unknown>();
  readonly #outer: Variables | Readonly<Record<string, unknown>>;

  constructor(outer: Variables | Readonly<Record<string, unknown>>) {
    this.#outer = outer;
  }

  read(name: string): unknown {
    if (CONSTANTS.has(name)) return CONSTANTS.get(name);
    if (this.#own.has(name)) return this.#own.get(name);
    if (this.#outer instanceof Variables) return this.#outer.read(name);
    return Object.hasOwn(this.#outer, name) ? this.#outer[name] : undefined;
  }

  /** Sets a variable that enclosing blocks do not see. */
  set(name: string, value: unknown): void {
    this.#own.set(name, value);
  }
}
