export const OFFLINE_MODEL = 'offline:demo';
