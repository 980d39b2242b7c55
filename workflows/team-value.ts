/** Marks a value that the team's payload converter encodes. */
export class TeamValue {
  constructor(readonly value: unknown) {}
}
