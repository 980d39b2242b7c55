export interface ModelMessage {
  turnId: string;
  role: 'user' | 'assistant';
  text: string;
  omitted: 'dropped' | 'retried' | null;
}

interface ModelBranch {
  messages: ModelMessage[];
  cleared: number;
}

interface ModelTurn {
  turnId: string;
  status: 'completed' | 'failed';
  branch: number;
  before: readonly ModelMessage[];
  clearedBefore: number;
  isRetried: boolean;
}

export class BranchModel {
  readonly branches: ModelBranch[];
  readonly turns: ModelTurn[] = [];
  readonly forks: BranchModel[] = [];
  current = 0;

  constructor(begins: ModelBranch = { messages: [], cleared: 0 }) {
    this.branches = [begins];
  }

  get here(): ModelBranch {
    const branch = this.branches[this.current];
    if (branch === undefined) throw new Error('No branch');
    return branch;
  }

  say(turnId: string, text: string, answer: string | undefined): void {
    const { messages, cleared } = this.here;
    const status = answer === undefined ? 'failed' : 'completed';
    const before = [...messages];
    this.turns.push({
      turnId,
      status,
      branch: this.current,
      before,
      clearedBefore: cleared,
      isRetried: false,
    });
    messages.push({ turnId, role: 'user', text, omitted: null });
    if (answer !== undefined) messages.push({ turnId, role: 'assistant', text: answer, omitted: null });
  }

  leave(of: ModelTurn, turnId: string, text: string, answer: string | undefined): void {
    this.branches.push({ messages: [...of.before], cleared: of.clearedBefore });
    this.current = this.branches.length - 1;
    this.say(turnId, text, answer);
  }

  fork(at: ModelTurn): BranchModel {
    const { messages = [] } = this.branches[at.branch] ?? {};
    const last = messages.findLastIndex(({ turnId }) => turnId === at.turnId);
    const fork = new BranchModel({ messages: messages.slice(0, last + 1), cleared: at.clearedBefore });
    this.forks.push(fork);
    return fork;
  }

  isAlone({ turnId }: ModelTurn): boolean {
    const has = ({ messages }: ModelBranch) => messages.some((message) => message.turnId === turnId);
    return (
      this.branches.every((branch, number) => has(branch) === (number === this.current)) &&
      this.forks.every(({ branches }) => !branches.some(has))
    );
  }

  omit({ turnId }: ModelTurn, as: 'dropped' | 'retried'): void {
    for (const message of this.here.messages) if (message.turnId === turnId) message.omitted = as;
  }

  isOmitted({ turnId }: ModelTurn): boolean {
    return this.branches.some(({ messages }) =>
      messages.some((message) => message.turnId === turnId && message.omitted !== null),
    );
  }

  textOf({ turnId }: ModelTurn): string {
    const said = this.branches.flatMap(({ messages }) => messages);
    return said.find((message) => message.turnId === turnId && message.role === 'user')?.text ?? '';
  }
}
