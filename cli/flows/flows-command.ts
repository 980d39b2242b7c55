import { Option, type Command } from 'commander';
import { newCommand, newGroup } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createFlowsCommand(): Command {
  return newGroup('flows', 'list, show, check, store and publish flows')
    .addCommand(createListCommand())
    .addCommand(createShowCommand())
    .addCommand(createPutCommand())
    .addCommand(createPublishCommand())
    .addCommand(createValidateCommand())
    .addCommand(createSchemaCommand());
}

interface ShowOptions {
  version?: number;
  format?: 'json' | 'mermaid';
  json?: boolean;
}

function createListCommand(): Command {
  return newCommand('list', 'list flows with their versions and running executions').action(
    async (options: { json?: boolean }) => {
      const { showFlows } = await import('./flows.js');
      await showFlows(createOutput(options));
    },
  );
}

function createShowCommand(): Command {
  return newCommand('show', 'show a flow: its nodes and edges')
    .argument('<slug>', 'slug of the flow')
    .option('--version <n>', 'this version (default: the current one)', parseWholeNumber(1_000_000_000))
    .addOption(
      new Option('--format <format>', 'print the definition, or a Mermaid diagram').choices([
        'json',
        'mermaid',
      ]),
    )
    .action(async (slug: string, { json, ...options }: ShowOptions) => {
      const { showFlow } = await import('./flows.js');
      await showFlow({ slug, ...options }, createOutput({ json }));
    });
}

function createPutCommand(): Command {
  return newCommand('put', 'check a flow and store it as the next version')
    .argument('<file>', "definition as JSON; '-' reads standard input")
    .action(async (file: string, options: { json?: boolean }) => {
      const { storeFlow } = await import('./flows.js');
      process.exitCode = await storeFlow(file, createOutput(options));
    });
}

function createPublishCommand(): Command {
  return newCommand('publish', 'publish a stored version or draft of a flow')
    .argument('<slug>', 'slug of the flow')
    .option(
      '--version <n>',
      'this version (default: that of the worker that started last)',
      parseWholeNumber(1_000_000_000),
    )
    .action(async (slug: string, { json, version }: ShowOptions) => {
      const { publishFlow } = await import('./flows.js');
      process.exitCode = await publishFlow({ slug, version }, createOutput({ json }));
    });
}

function createValidateCommand(): Command {
  return newCommand('validate', 'check a flow, all in a folder, or all of a project; needs no servers')
    .argument(
      '<path>',
      "definition as JSON, a folder of them, or a threadline.config; '-' reads standard input",
    )
    .action(async (file: string, options: { json?: boolean }) => {
      const { checkFlow } = await import('./flows.js');
      process.exitCode = await checkFlow(file, createOutput(options));
    });
}

function createSchemaCommand(): Command {
  return newCommand('schema', 'print the JSON Schema of a flow, for editors').action(
    async (options: { json?: boolean }) => {
      const { showSchema } = await import('./flows.js');
      showSchema(createOutput(options));
    },
  );
}
