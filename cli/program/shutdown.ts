const EXIT_CODES_OF_SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type HandledSignal = keyof typeof EXIT_CODES_OF_SIGNALS;

/** Turns the signals of a process into an orderly end. */
export interface Shutdown {
  /** Aborts when the command is to end; its reason is a signal's name, or an error. */
  readonly signal: AbortSignal;
  /** What the process would end with had the signal killed it; undefined: none came. */
  exitCode(): number | undefined;
  /** Gives the next Ctrl-C to somebody who does something better than ending; returns how to stop that. */
  onInterrupt(handler: () => void): () => void;
  /** Ends for another reason. */
  abort(reason: unknown): void;
  /** Lets signals end the process again. */
  dispose(): void;
}

/** Handles SIGINT, SIGTERM and SIGHUP from now on: the first ends in order, a second SIGINT at once. */
export function createShutdown(): Shutdown {
  const controller = new AbortController();
  let interrupt: (() => void) | undefined;
  let received: HandledSignal | undefined;
  const handle = (name: NodeJS.Signals): void => {
    const signal = name as HandledSignal; // Registered for these only.
    if (signal === 'SIGINT' && interrupt !== undefined && !controller.signal.aborted) {
      const handler = interrupt;
      interrupt = undefined;
      return handler();
    }
    if (received !== undefined && signal === 'SIGINT') process.exit(EXIT_CODES_OF_SIGNALS.SIGINT);
    received ??= signal;
    controller.abort(signal);
  };
  const signals = Object.keys(EXIT_CODES_OF_SIGNALS) as HandledSignal[];
  for (const signal of signals) process.on(signal, handle);
  return {
    signal: controller.signal,
    exitCode: () => received && EXIT_CODES_OF_SIGNALS[received],
    onInterrupt(handler) {
      interrupt = handler;
      return () => {
        if (interrupt === handler) interrupt = undefined;
      };
    },
    abort: (reason) => controller.abort(reason),
    dispose() {
      for (const signal of signals) process.off(signal, handle);
    },
  };
}
