import { CancellationScope, isCancellation, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { AgentActivities, AgentPlan, RunToolResult } from '../../protocol/activities/agent.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { mapBounded } from '../map-bounded.js';
import { rethrowUnlessMissing } from '../rethrow-unless-missing.js';
import { askAboutCall, type AskedTool } from './ask-about-call.js';
import type { ExecutionState } from './execution-state.js';
import { SPAWN, Spawner, type SpawnedCall } from './spawn.js';

const MAX_PARALLEL_TOOLS = 16;

export class ToolCalls {
  private readonly spawner: Spawner;
  private readonly agent: AgentPlan;
  private readonly activities: ActivityInterfaceFor<AgentActivities>;
  private readonly moved: ActivityInterfaceFor<AgentActivities>;

  constructor(
    private readonly execution: ExecutionState,
    {
      agent,
      activities,
      moved,
    }: {
      agent: AgentPlan;
      activities: ActivityInterfaceFor<AgentActivities>;
      moved: ActivityInterfaceFor<AgentActivities>;
    },
  ) {
    this.agent = agent;
    this.activities = activities;
    this.moved = moved;
    this.spawner = new Spawner(execution, agent);
  }

  /** A permanent failure cancels the other calls. */
  async run({ step, tools }: { step: number; tools: readonly string[] }): Promise<void> {
    const spawned = await this.spawner.prepare({ step, tools });
    const scope = new CancellationScope();
    const running: Promise<void>[] = [];
    const asking: Promise<void>[] = [];
    const onAsking = (asked: Promise<void>): void => {
      asking.push(asked);
      // The question is awaited after the other calls. Until then, its failure must not be unhandled.
      running.push(asked.catch(() => undefined));
    };
    try {
      await scope.run(() =>
        mapBounded(tools, MAX_PARALLEL_TOOLS, (name, index) => {
          const done = this.runTool({ name, step, ordinal: index + 1, spawned, onAsking });
          running.push(done);
          return done;
        }),
      );
      // Awaits only if necessary, because a needless await would reorder runs on replay.
      if (asking.length > 0) await scope.run(() => Promise.all(asking));
    } catch (error) {
      if (!isCancellation(error)) {
        scope.cancel();
        await Promise.allSettled(running);
      }
      throw error;
    }
  }

  private async runTool(call: {
    name: string;
    step: number;
    ordinal: number;
    spawned: ReadonlyMap<number, SpawnedCall>;
    onAsking: (asked: Promise<void>) => void;
  }): Promise<void> {
    const { name, step, ordinal, spawned, onAsking } = call;
    if (this.agent.spawns && name === SPAWN) {
      const children = spawned.get(ordinal);
      return children ? this.spawner.run(children) : this.addFailed(name);
    }
    const summary = fitSummary(`tool ${name}`);
    const place = { step, ordinal };
    let ran: RunToolResult;
    try {
      ran = await this.activities.runTool.executeWithOptions({ summary }, [place]);
    } catch (error) {
      rethrowUnlessMissing(error);
      ran = await this.moved.runTool.executeWithOptions({ summary }, [place]);
    }
    if (ran === null) return;
    if ('failed' in ran) this.addFailed(name);
    else onAsking(this.runAsked({ ...place, name, ...ran.asks }));
  }

  private addFailed(name: string): void {
    this.execution.failedTools.add(this.agent, name);
  }

  private async runAsked(asked: AskedTool): Promise<void> {
    const { step, ordinal, name, runsInPage } = asked;
    const ask = () => askAboutCall(this.execution, this.agent, asked);
    await (runsInPage ? ask() : this.execution.waitsFor.during(ask));
    this.execution.board.note(this.agent, `running \`${name}\``);
    const summary = fitSummary(`tool ${name}, once decided`);
    let ran: RunToolResult;
    try {
      ran = await this.activities.runTool.executeWithOptions({ summary }, [{ step, ordinal }]);
    } catch (error) {
      rethrowUnlessMissing(error);
      ran = await this.moved.runTool.executeWithOptions({ summary }, [{ step, ordinal }]);
    }
    if (ran === null) return;
    if ('failed' in ran) this.addFailed(name);
    else throw new Error(`The question about tool call ${step}.${ordinal} was settled and is open`);
  }
}
