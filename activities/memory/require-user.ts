import type { ToolContext } from '../../tools/define-tool.js';

/** The user whose memories a call is about. Throws a sentence for the model where no user is known. */
export function requireUser({ user }: Pick<ToolContext, 'user'>): string {
  if (user === null) throw new Error('No user is known here, so nothing is remembered: go on without it');
  return user;
}
