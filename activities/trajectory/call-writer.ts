import { openOnce } from '../../protocol/open-once.js';
import type { GraphWriter } from '../../trajectory/writes/graph-writer.js';
import type { TrajectoryContext } from '../../trajectory/writes/trajectory-context.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';

/** Reads the graph at the first write, so a tool that writes nothing costs nothing. */
export class CallWriter {
  #opening: Promise<GraphWriter> | undefined;
  #writer: GraphWriter | undefined;
  #isClosed = false;
  readonly #open: () => Promise<GraphWriter>;

  constructor(open: () => Promise<GraphWriter>) {
    this.#open = openOnce(open);
  }

  readonly context: TrajectoryContext = {
    add: (node, options) => this.#do((writer) => writer.add(node, options)),
    modify: (node, changes, options) => this.#do((writer) => writer.modify(node, changes, options)),
    advance: (to) => this.#do((writer) => writer.advance(to)),
    branch: (from) => this.#do((writer) => writer.branch(from)),
    view: () => this.#do((writer) => ({ ...writer.view(), self: writer.self })),
  };

  async close(): Promise<readonly TrajectoryWrite[]> {
    await this.#opening?.catch(() => undefined);
    this.#isClosed = true;
    return this.#writer?.writes ?? [];
  }

  #do<Result>(work: (writer: GraphWriter) => Result): Promise<Result> {
    const done = this.#perform(work);
    // An unhandled rejection would end the worker.
    done.catch(() => undefined);
    return done;
  }

  async #perform<Result>(work: (writer: GraphWriter) => Result): Promise<Result> {
    if (this.#isClosed)
      throw new Error('The call has ended, so the trajectory was not written: write before returning');
    this.#opening = this.#open();
    this.#writer = await this.#opening;
    return work(this.#writer);
  }
}
