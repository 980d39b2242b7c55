/** Whether a step left work for after the turn. */
export interface LeftWork {
  leavesWork?: true;
}
