export class TrajectoryError extends Error {
  override name = 'TrajectoryError';
}
