/** The description of a thing that no model could describe. */
export const DEFAULT_DESCRIPTION = 'default description';
/** Longest description that a model may give, in characters. */
export const MAX_PORTRAIT = 300;
