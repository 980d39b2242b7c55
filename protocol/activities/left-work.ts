export interface LeftWork {
  leavesWork?: true;
}
