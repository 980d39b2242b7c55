/** Whether a step left something to do after the turn; absent: nothing. */
export interface LeftWork {
  leavesWork?: true;
}
