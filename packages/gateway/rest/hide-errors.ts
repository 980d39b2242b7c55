import { describeFailure } from '../errors/describe-problem.js';

/** JSON of users and tools, which is not searched for errors. */
const OTHERS: ReadonlySet<string> = new Set(['data', 'input', 'output', 'item']);
const NONE: ReadonlySet<string> = new Set();

/**
 * Errors' messages may contain a provider's keys, model ids and addresses. Administrators read them here; others need
 * the log or the CLI.
 */
export function hideErrors(view: unknown, kept = OTHERS): unknown {
  if (Array.isArray(view)) return view.map((item) => hideErrors(item, kept));
  if (!isPlain(view)) return view;
  const shown = Object.fromEntries(
    Object.entries(view).map(([key, value]) => {
      if (kept.has(key)) return [key, value];
      // Attributes contain errors of failed nodes among inputs and outputs.
      return [key, hideErrors(value, key === 'attributes' ? NONE : kept)];
    }),
  );
  const { errorType, errorMessage, error_code: code, error } = view;
  // A tool's error is also its result, visible in the conversation.
  if (typeof errorMessage === 'string' && view['kind'] !== 'tool')
    return { ...shown, errorMessage: plain(errorType, errorMessage) };
  // Events, messages, trajectories and summaries.
  if (typeof errorType === 'string' && typeof view['message'] === 'string')
    return { ...shown, message: plain(errorType, view['message']) };
  if (typeof code === 'string' && typeof error === 'string') return { ...shown, error: plain(code, error) };
  if (isPlain(view['failure'])) {
    const { type, message } = view['failure'];
    return { ...shown, failure: { type, message: plain(type, String(message)) } };
  }
  // A failed summary, or an unavailable model.
  if ((view['status'] === 'failed' || 'failures' in view) && typeof view['reason'] === 'string')
    return { ...shown, reason: 'The model call failed' };
  return shown;
}

function plain(type: unknown, message: string): string {
  return describeFailure({ errorType: typeof type === 'string' ? type : '', message }).message;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
