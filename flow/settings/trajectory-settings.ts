export interface TrajectorySettings {
  /** Whether a model describes touched things after the turn. Default false. */
  descriptions?: DescriptionSettings | boolean;
  /** Whether compacted histories list touched things. Default true. */
  touched?: boolean;
}

export interface DescriptionSettings {
  /** `provider:model`; default: the model that answered. */
  model?: string;
}

export interface ResolvedTrajectory {
  descriptions: { model: string | undefined } | undefined;
  touched: boolean;
}

export function trajectorySettings({
  trajectory = {},
}: {
  trajectory?: TrajectorySettings;
}): ResolvedTrajectory {
  const { descriptions = false, touched = true } = trajectory;
  if (descriptions === false) return { descriptions: undefined, touched };
  return { descriptions: { model: descriptions === true ? undefined : descriptions.model }, touched };
}
