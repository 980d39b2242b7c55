/** The narrow layout of `styles/`. */
export const PHONE = matchMedia('(max-width: 44rem)');
