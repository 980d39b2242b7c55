const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type HandledSignal = keyof typeof SIGNAL_EXIT_CODES;
const SIGNALS = Object.keys(SIGNAL_EXIT_CODES) as HandledSignal[];

/**
 * Turns the signals of the process into an orderly end: from its construction on, the first SIGINT, SIGTERM or SIGHUP
 * aborts `signal`, and a second SIGINT ends the process at once.
 */
export class Shutdown {
  readonly #controller = new AbortController();
  #interrupt: (() => void) | undefined;
  #received: HandledSignal | undefined;

  constructor() {
    for (const name of SIGNALS) process.on(name, this.#handle);
  }

  /** Aborts when the command is to end; its reason is a signal's name, or an error. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code that the process would have had the signal killed it; undefined: none came. */
  exitCode(): number | undefined {
    return this.#received && SIGNAL_EXIT_CODES[this.#received];
  }

  /** Gives the next Ctrl-C to a handler, instead of ending; returns how to stop that. */
  onInterrupt(handler: () => void): () => void {
    this.#interrupt = handler;
    return () => {
      if (this.#interrupt === handler) this.#interrupt = undefined;
    };
  }

  /** Ends the command for another reason than a signal. */
  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Lets signals end the process again. */
  dispose(): void {
    for (const name of SIGNALS) process.off(name, this.#handle);
  }

  readonly #handle = (name: NodeJS.Signals): void => {
    const signal = name as HandledSignal; // Registered for these only.
    const interrupt = this.#interrupt;
    if (signal === 'SIGINT' && interrupt !== undefined && !this.signal.aborted) {
      this.#interrupt = undefined;
      return interrupt();
    }
    if (this.#received !== undefined && signal === 'SIGINT') process.exit(SIGNAL_EXIT_CODES.SIGINT);
    this.#received ??= signal;
    this.#controller.abort(signal);
  };
}
