export const DEFAULT_DESCRIPTION = 'default description';
/** In characters. */
export const MAX_PORTRAIT = 300;
