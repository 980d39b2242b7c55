export const SPOKEN_YES = 'yes|y|confirm';
export const SPOKEN_NO = 'no|n|cancel';

export const ANY_YES = `${SPOKEN_YES}|true|1`;
export const ANY_NO = `${SPOKEN_NO}|false|0`;

const CONFIRMATIONS: ReadonlySet<string> = new Set(ANY_YES.split('|'));

export function isConfirmation(answer: string): boolean {
  return CONFIRMATIONS.has(answer.trim().toLowerCase());
}
