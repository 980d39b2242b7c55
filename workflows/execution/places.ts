import { condition } from '@temporalio/workflow';

/** Places that all of an execution share. */
export class Places {
  private taken = 0;

  constructor(private readonly total: number) {}

  /** Takes one at once; false: none is free. */
  tryTake(): boolean {
    if (this.taken >= this.total) return false;
    this.taken += 1;
    return true;
  }

  /** Takes one when there is one, unless it is cancelled before. */
  async take(): Promise<void> {
    while (!this.tryTake()) await condition(() => this.taken < this.total);
  }

  giveBack(): void {
    this.taken -= 1;
  }
}
