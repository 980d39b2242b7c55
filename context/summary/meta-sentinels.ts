/** Stands between an answer and what the model adds to it for the conversation's keeping. */
export const META_OPEN = '<<<META>>>';

/** Ends what was added. */
export const META_CLOSE = '<<<END>>>';
