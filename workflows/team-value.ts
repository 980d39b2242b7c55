/** The team's payload converter reads it. */
export class TeamValue {
  constructor(readonly value: unknown) {}
}
