import type { ToolContext } from '../../tools/define-tool.js';

/** Whose memory a call is about. Throws a sentence for the model where nobody is known. */
export function requireUser({ user }: Pick<ToolContext, 'user'>): string {
  if (user === null) throw new Error('No user is known here, so nothing is remembered: go on without it');
  return user;
}
