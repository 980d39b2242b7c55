/** Replaces a package that adds this function to old browsers. */
export default globalThis.structuredClone;
