/** A value for one of the team's Workflows, which reads it with the team's payload converter. */
export class TeamValue {
  constructor(readonly value: unknown) {}
}
