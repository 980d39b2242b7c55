import { condition } from '@temporalio/workflow';

export class Places {
  private taken = 0;

  constructor(private readonly total: number) {}

  tryTake(): boolean {
    if (this.taken >= this.total) return false;
    this.taken += 1;
    return true;
  }

  async take(): Promise<void> {
    while (!this.tryTake()) await condition(() => this.taken < this.total);
  }

  giveBack(): void {
    this.taken -= 1;
  }
}
