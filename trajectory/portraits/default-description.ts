export const DEFAULT_DESCRIPTION = 'default description';
export const MAX_PORTRAIT = 300;
