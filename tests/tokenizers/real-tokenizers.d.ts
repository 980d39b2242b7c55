/** Untyped: type checks do not install them. */
export declare const REAL_TOKENIZERS: Readonly<Record<string, (text: string) => number>>;
