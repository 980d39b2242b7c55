const CONFIRMATIONS: ReadonlySet<string> = new Set(['yes', 'y', 'confirm', 'true', '1']);

/** Whether a person's answer says yes: `yes`, `y`, `confirm`, `true` or `1`, in any case. Anything else does not. */
export function isConfirmation(answer: string): boolean {
  return CONFIRMATIONS.has(answer.trim().toLowerCase());
}
