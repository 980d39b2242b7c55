/** Rejects at the deadline even if the work ignores its signal. */
export function withDeadline<Result>(
  work: PromiseLike<Result>,
  limits: { signal?: AbortSignal | undefined; timeoutMs: number; message: string },
): Promise<Result> {
  const { signal, timeoutMs, message } = limits;
  return new Promise<Result>((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal?.reason));
    const onTimeout = () => settle(() => reject(Object.assign(new Error(message), { name: 'TimeoutError' })));
    const timer = setTimeout(onTimeout, timeoutMs);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(
      (result) => settle(() => resolve(result)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal?.aborted) onAbort();
  });
}
