/** The team's payload converter encodes this value. */
export class TeamValue {
  constructor(readonly value: unknown) {}
}
