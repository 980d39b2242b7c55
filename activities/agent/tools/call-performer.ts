import type { ApplicationFailure } from '@temporalio/activity';
import type { ToolOutput } from '../../../context/message/entries.js';
import { fitsPattern } from '../../../protocol/name-pattern.js';
import type { ToolDefinition } from '../../../extend/tools/define-tool.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { createMissingOnWorker } from '../../missing-on-worker.js';
import { createArtifactTools } from '../look-up/artifact-tools.js';
import type { BuiltInTools } from '../look-up/built-in-tools.js';
import { createHistoryTools } from '../look-up/history-tools.js';
import { takesPictures } from '../node-model.js';
import type { ToolRun } from './begin-tool-run.js';
import { describeRepeatedCall } from './describe-repeated-call.js';
import type { OpenedToolCall } from './open-tool-call.js';
import { runOwnTool } from './run-own-tool.js';
import { errorOutput } from '../tool-errors.js';

export interface CallPerformer {
  findOwn(call: Pick<OpenedToolCall, 'call' | 'config'>): ToolDefinition | undefined;
  knows(toolName: string): boolean;
  findMissing(call: Pick<OpenedToolCall, 'call' | 'config'>): Promise<ApplicationFailure | undefined>;
  perform(run: ToolRun): Promise<ToolOutput>;
}

export function createCallPerformer(dependencies: ActivityDependencies): CallPerformer {
  const { db, tools } = dependencies;
  const missingOnWorker = createMissingOnWorker(dependencies);
  const readers = createArtifactTools(db);
  const finders = createHistoryTools(db);
  return { findOwn, findMissing, perform, knows };

  function findOwn({ call, config }: Pick<OpenedToolCall, 'call' | 'config'>): ToolDefinition | undefined {
    return tools.allows(config.tools ?? [], call.toolName) ? tools.find(call.toolName) : undefined;
  }

  function knows(toolName: string): boolean {
    return tools.knows(toolName) || [readers, finders].some(({ has }) => has(toolName));
  }

  async function findMissing({ call: { toolName }, config }: Pick<OpenedToolCall, 'call' | 'config'>) {
    const isOwn = config.tools?.some((own) => fitsPattern(own, toolName)) ?? false;
    // An MCP server's tools may disappear during a run, so the model gets an error result.
    if (!isOwn || tools.knows(toolName)) return undefined;
    return missingOnWorker({ what: 'tool', name: toolName });
  }

  async function perform(run: ToolRun): Promise<ToolOutput> {
    const { toolName, input } = run.call;
    const own = run.config.tools ?? [];
    const offered = [...(run.offersHistory ? [finders] : []), ...(run.canStore ? [readers] : [])];
    const tool = findOwn(run);
    const builtIn = tools.allows(own, toolName) ? undefined : offered.find(({ has }) => has(toolName));
    if (!tool && !builtIn)
      return errorOutput(describeUnknown(toolName, [...own.flatMap(toNames), ...offered.flatMap(listNames)]));
    // Input that is still a string is invalid JSON, which `parseToolInput` reports.
    if (typeof input !== 'string') {
      const repeated = await describeRepeatedCall(db, run);
      if (repeated !== undefined) return errorOutput(repeated);
    }
    if (tool) return runOwnTool(dependencies, tool, run);
    if (!builtIn) throw new Error(`Nothing runs the tool '${toolName}'`);
    const { output, touched = [] } = await builtIn.run(toolName, input, {
      execution: run.execution,
      maxTokens: run.limit,
      countText: run.countText,
      takesPictures: takesPictures(run.config),
    });
    run.things.addFrom(() => touched);
    return output;
  }

  function toNames(own: string): string[] {
    return tools.mayChange([own]) ? tools.schemas([own]).map(({ name }) => name) : [own];
  }
}

function listNames({ schemas }: BuiltInTools): string[] {
  return schemas().map(({ name }) => name);
}

function describeUnknown(toolName: string, names: readonly string[]): string {
  return `There is no tool '${toolName}'; the tools there are: ${names.join(', ') || 'none'}`;
}
