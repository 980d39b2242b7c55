/** Files without a user belong to the empty name, which no user can have. */
export function fileOwner(user: string | null | undefined): string {
  return user ?? '';
}
