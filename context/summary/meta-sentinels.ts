/** Parts an answer from the summary block that the model appends to it. */
export const META_OPEN = '<<<META>>>';

/** Ends the summary block. */
export const META_CLOSE = '<<<END>>>';
