/** The settings of the record that a flow keeps of its agents' actions. */
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

/** Fills in the defaults of a flow's settings for its trajectories. */
export function trajectorySettings({
  trajectory = {},
}: {
  trajectory?: TrajectorySettings;
}): ResolvedTrajectory {
  const { portraits = {}, touched = true } = trajectory;
  return { portraits: portraits === false ? undefined : { model: portraits.model }, touched };
}
