export declare const REAL_TOKENIZERS: Readonly<Record<string, (text: string) => number>>;
