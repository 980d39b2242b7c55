export const EXIT_CODES = { ok: 0, failed: 1, usage: 2 } as const;

export const EXIT_CODES_HELP = `
Exit codes: 0 done; 1 failed, with one sentence on standard error; 2 wrong usage.`;
