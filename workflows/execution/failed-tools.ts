import { placeKey, placeWords, type RunPlace } from './run-place.js';

/** Temporal's UI shows a failed tool's Activity as completed, so the next summary names the tool. */
export class FailedTools {
  private tools: { run: RunPlace; name: string }[] = [];

  add(run: RunPlace, name: string): void {
    this.tools.push({ run, name });
  }

  takeOf(run: RunPlace): string {
    const own = this.tools.filter((tool) => placeKey(tool.run) === placeKey(run));
    this.tools = this.tools.filter((tool) => !own.includes(tool));
    return own.length === 0 ? '' : ` · failed: ${own.map(({ name }) => name).join(', ')}`;
  }

  list(): string {
    const named = this.tools.map(({ run, name }) => `${name} of ${placeWords(run)}`);
    return named.length === 0 ? '' : ` · failed: ${named.join(', ')}`;
  }
}
