const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type HandledSignal = keyof typeof SIGNAL_EXIT_CODES;
const SIGNALS = Object.keys(SIGNAL_EXIT_CODES) as HandledSignal[];

export class Shutdown {
  readonly #controller = new AbortController();
  #interrupt: (() => void) | undefined;
  #received: HandledSignal | undefined;

  constructor() {
    for (const name of SIGNALS) process.on(name, this.#handle);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  exitCode(): number | undefined {
    return this.#received && SIGNAL_EXIT_CODES[this.#received];
  }

  /** Replaces aborting at the next Ctrl-C. Returns an undo function. */
  onInterrupt(handler: () => void): () => void {
    this.#interrupt = handler;
    return () => {
      if (this.#interrupt === handler) this.#interrupt = undefined;
    };
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  dispose(): void {
    for (const name of SIGNALS) process.off(name, this.#handle);
  }

  readonly #handle = (name: NodeJS.Signals): void => {
    const signal = name as HandledSignal;
    const interrupt = this.#interrupt;
    if (signal === 'SIGINT' && interrupt && !this.signal.aborted) {
      this.#interrupt = undefined;
      return interrupt();
    }
    if (this.#received && signal === 'SIGINT') process.exit(SIGNAL_EXIT_CODES.SIGINT);
    this.#received ??= signal;
    this.#controller.abort(signal);
  };
}
