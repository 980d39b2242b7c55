/** No user can have the empty name. */
export function fileOwner(user: string | null | undefined): string {
  return user ?? '';
}
