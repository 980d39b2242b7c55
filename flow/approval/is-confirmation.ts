/** The words of people for yes and no, as alternatives of a pattern. */
export const SPOKEN_YES = 'yes|y|confirm';
export const SPOKEN_NO = 'no|n|cancel';

/** The same with what programs send. */
export const ANY_YES = `${SPOKEN_YES}|true|1`;
export const ANY_NO = `${SPOKEN_NO}|false|0`;

const CONFIRMATIONS: ReadonlySet<string> = new Set(ANY_YES.split('|'));

/** Whether a person's answer says yes: `yes`, `y`, `confirm`, `true` or `1`, in any case. Anything else does not. */
export function isConfirmation(answer: string): boolean {
  return CONFIRMATIONS.has(answer.trim().toLowerCase());
}
