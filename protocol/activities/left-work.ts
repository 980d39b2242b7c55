/** For after the turn. */
export interface LeftWork {
  leavesWork?: true;
}
