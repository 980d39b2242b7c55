/** Settings for recording what a flow's agents do. */
export interface TrajectorySettings {
  /** False: models do not describe touched things after the turn. */
  portraits?: PortraitSettings | false;
  /** Whether a compacted history ends with a list of the touched things. Default true. */
  touched?: boolean;
}

export interface PortraitSettings {
  /** `provider:model`; default: the model that answered. */
  model?: string;
}

export interface ResolvedTrajectory {
  portraits: { model: string | undefined } | undefined;
  touched: boolean;
}

export function trajectorySettings({
  trajectory = {},
}: {
  trajectory?: TrajectorySettings;
}): ResolvedTrajectory {
  const { portraits = {}, touched = true } = trajectory;
  return { portraits: portraits === false ? undefined : { model: portraits.model }, touched };
}
