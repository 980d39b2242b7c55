import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { errorMessage } from '../protocol/error-message.js';
import { compute, type Computation } from './compute/compute.js';
import { checkHere, type CheckedObject, type ObjectToCheck } from './output/check-here.js';
import { Steps } from './output/schema/steps.js';
import { isOverBudget, startCpuBudget, threadCpuReader } from './code/cpu-budget.js';
import { COLLECT_WRITES, INSTALL_DATA, REPRESENT } from './code/guest-source.js';
import { EVALUATION_MILLISECONDS, MEMORY_MEGABYTES } from './code/sandbox-limits.js';

export type SandboxTask = ExpressionTask | { computation: Computation } | { check: ObjectToCheck };

interface ExpressionTask {
  sources: readonly string[];
  dataJson: string | undefined;
}

/** After `broken`, the thread is unusable. */
export type SandboxOutcome =
  | { kind: 'value'; json: string; writes?: string }
  | { kind: 'computed'; value: unknown }
  | { kind: 'checked'; checked: CheckedObject }
  | { kind: 'thrown'; name: string; message: string }
  | { kind: 'broken'; message: string };

export interface ThreadReady {
  threadId: string | undefined;
}

/** The engine's functions use more stack than it counts. */
const GUEST_STACK_BYTES = 256 * 1024;

/** Gives the thread about a third of the normal CPU share, because chats come first. */
const NICENESS = 5;

const threadId = readThreadId();
// On Linux, each thread has its own priority, set by thread id.
if (threadId !== undefined) setPriority(Number(threadId), NICENESS);
const readCpuMs = threadCpuReader(threadId);
const engine = await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-wasmfile-release-sync'));
parentPort?.on('message', (task: SandboxTask) => parentPort?.postMessage(performTask(task)));
parentPort?.postMessage({ threadId } satisfies ThreadReady);

function readThreadId(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1);
  } catch {
    return undefined;
  }
}

function performTask(task: SandboxTask): SandboxOutcome {
  if ('sources' in task) return perform(engine, task);
  try {
    if ('computation' in task) return { kind: 'computed', value: compute(task.computation) };
    return { kind: 'checked', checked: checkHere(task.check, new Steps(Infinity)) };
  } catch (error) {
    return { kind: 'thrown', name: 'Error', message: errorMessage(error) };
  }
}

function perform(quickJs: QuickJSWASMModule, task: ExpressionTask): SandboxOutcome {
  try {
    const runtime = quickJs.newRuntime({
      memoryLimitBytes: MEMORY_MEGABYTES * 1024 * 1024,
      maxStackSizeBytes: GUEST_STACK_BYTES,
      interruptHandler: isOverBudget(startCpuBudget(EVALUATION_MILLISECONDS, readCpuMs)),
    });
    const context = runtime.newContext();
    const outcome = evaluate(context, task);
    context.dispose();
    runtime.dispose();
    return outcome;
  } catch (error) {
    // A failed engine cannot release its memory.
    return { kind: 'broken', message: error instanceof Error ? error.message : String(error) };
  }
}

function evaluate(context: QuickJSContext, { sources, dataJson }: ExpressionTask): SandboxOutcome {
  const source = firstThatCompiles(context, sources);
  if (typeof source !== 'string') return source;
  if (dataJson === undefined) return { kind: 'value', json: 'null' };
  return use(context, context.evalCode(REPRESENT), (represent) =>
    use(context, context.evalCode(INSTALL_DATA), (install) => {
      const installed = context
        .newString(dataJson)
        .consume((json) => context.callFunction(install, context.undefined, json));
      return use(context, installed, () =>
        use(context, context.evalCode(COLLECT_WRITES), (listWrites) =>
          use(context, context.evalCode(source), (value) => {
            const show = (shown: QuickJSHandle, then: (json: string) => SandboxOutcome): SandboxOutcome =>
              use(context, context.callFunction(represent, context.undefined, shown), (json) =>
                then(context.getString(json)),
              );
            return show(value, (json) =>
              use(context, context.callFunction(listWrites, context.undefined), (list) =>
                show(list, (writes) =>
                  writes === '[]' ? { kind: 'value', json } : { kind: 'value', json, writes },
                ),
              ),
            );
          }),
        ),
      );
    }),
  );
}

function firstThatCompiles(context: QuickJSContext, sources: readonly string[]): string | SandboxOutcome {
  let outcome: SandboxOutcome = { kind: 'thrown', name: 'SyntaxError', message: 'nothing to evaluate' };
  for (const source of sources) {
    outcome = use(context, context.evalCode(source, 'expression.js', { compileOnly: true }), () => ({
      kind: 'value',
      json: 'null',
    }));
    if (outcome.kind === 'value') return source;
  }
  return outcome;
}

function use(
  context: QuickJSContext,
  result: ReturnType<QuickJSContext['evalCode']>,
  next: (handle: QuickJSHandle) => SandboxOutcome,
): SandboxOutcome {
  if (!result.error) return result.value.consume(next);
  const thrown: unknown = result.error.consume((error) => context.dump(error));
  if (typeof thrown !== 'object' || thrown === null)
    return { kind: 'thrown', name: 'Error', message: String(thrown) };
  const { name, message } = { name: 'Error', message: '', ...thrown };
  return { kind: 'thrown', name: String(name), message: String(message) };
}
