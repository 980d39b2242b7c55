/** What is kept of what the agents of a flow did, and why. */
export interface TrajectorySettings {
  /** False: what tools touched is not described by a model after the turn. */
  portraits?: PortraitSettings | false;
  /** Whether a compacted history ends with what was touched so far. Default true. */
  touched?: boolean;
}

export interface PortraitSettings {
  /** `provider:model`; default: the model that answered. */
  model?: string;
}

/** The settings of a flow with everything filled in. */
export interface ResolvedTrajectory {
  portraits: { model: string | undefined } | undefined;
  touched: boolean;
}

/** What holds for the trajectories of a flow. */
export function trajectorySettings({
  trajectory = {},
}: {
  trajectory?: TrajectorySettings;
}): ResolvedTrajectory {
  const { portraits = {}, touched = true } = trajectory;
  return { portraits: portraits === false ? undefined : { model: portraits.model }, touched };
}
