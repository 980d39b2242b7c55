/** The message names the thing, the value and the remedy. */
export class TrajectoryError extends Error {
  override name = 'TrajectoryError';
}
