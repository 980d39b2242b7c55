/** An execution without a user stores its files under the empty name, which no user can have. */
export function fileOwner(user: string | null | undefined): string {
  return user ?? '';
}
