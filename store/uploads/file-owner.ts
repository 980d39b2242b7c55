/**
 * The user whose files an execution outside a conversation has. Those of an execution that is nobody's are stored under the
 * empty name, which no user can have.
 */
export function fileOwner(user: string | null | undefined): string {
  return user ?? '';
}
