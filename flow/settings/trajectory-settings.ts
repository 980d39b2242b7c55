export interface TrajectorySettings {
  /** Whether a model describes the things that tools touched, after the turn. Default false. */
  descriptions?: DescriptionSettings | boolean;
  /** Whether a compacted history lists the things that tools touched. Default true. */
  touched?: boolean;
}

export interface DescriptionSettings {
  /** The model for descriptions, as `provider:model`. Default: the model that answered. */
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
