/** The model that makes summaries where none is named. */
export const OFFLINE_MODEL = 'offline:demo';
