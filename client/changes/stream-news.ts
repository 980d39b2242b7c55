export async function* streamNews<News>({
  subscribe,
  take,
  signal,
}: {
  subscribe: (wake: () => void) => () => void;
  take: () => readonly News[];
  signal: AbortSignal | undefined;
}): AsyncGenerator<News, void, void> {
  let resume: (() => void) | undefined;
  const wake = (): void => resume?.();
  const stop = subscribe(wake);
  signal?.addEventListener('abort', wake);
  try {
    while (signal?.aborted !== true) {
      const news = take();
      yield* news;
      if (news.length > 0) continue;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', wake);
  }
}
