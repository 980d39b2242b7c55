import { existsSync, readFileSync } from 'node:fs';
import { CommanderError, type Command } from 'commander';
import { createProgram } from '../../cli/create-program.js';
import { REST_ROUTES } from '../../packages/gateway/rest/rest-routes.js';

export const COMMAND_WORDS = [
  'threadline',
  'npx',
  'npm',
  'temporal',
  'curl',
  'kubectl',
  'docker',
  'psql',
  'pg_dump',
  'pg_restore',
];

/** Another test checks `temporal` and `psql`. Kubernetes, Docker and the programs of Postgres are unavailable. */
const CHECKED: Record<string, (words: readonly string[], isWhole: boolean) => string | undefined> = {
  threadline: checkThreadline,
  npx: checkNpx,
  npm: checkNpm,
  curl: checkCurl,
};
const OTHER = [
  'temporal',
  'psql',
  'pg_dump',
  'pg_restore',
  'createdb',
  'dropdb',
  'kubectl',
  'docker',
  'cd',
  'cat',
  'cp',
];
const PROGRAM = createProgram();
const NPM_COMMANDS = ['ci', 'install', 'pack', 'start', 'test'];

export function checkCommand(command: readonly string[], isWhole: boolean): string | undefined {
  const [program = '', ...words] = command;
  if (OTHER.includes(program)) return undefined;
  const check = CHECKED[program];
  return check === undefined ? `'${program}' is an unknown program` : check(words, isWhole);
}

function checkThreadline(words: readonly string[], isWhole: boolean): string | undefined {
  let command = PROGRAM;
  let rest = words.filter((word) => word !== '--help');
  for (;;) {
    const sub = command.commands.find((candidate) =>
      [candidate.name(), ...candidate.aliases()].includes(rest[0] ?? ''),
    );
    if (sub === undefined) break;
    command = sub;
    rest = rest.slice(1);
  }
  try {
    const { operands, unknown } = command.parseOptions(rest);
    if (unknown.length > 0) return `'${command.name()}' has no '${unknown[0]}'`;
    return checkArguments(command, operands, isWhole);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isValueMissing = error.code === 'commander.optionMissingArgument';
    return isValueMissing && !isWhole ? undefined : error.message;
  }
}

function checkArguments(
  { commands, registeredArguments }: Command,
  operands: readonly string[],
  isWhole: boolean,
): string | undefined {
  const isGroup = commands.length > 0;
  if (isGroup && operands.length > 0) return `there is no command '${operands[0]}'`;
  const most = registeredArguments.some(({ variadic }) => variadic) ? Infinity : registeredArguments.length;
  if (operands.length > most) return `'${operands.at(-1)}' is one argument too many`;
  if (!isWhole) return undefined;
  if (operands.length < registeredArguments.filter(({ required }) => required).length)
    return 'an argument is missing';
  return undefined;
}

function checkNpx(words: readonly string[], isWhole: boolean): string | undefined {
  const [first = '', ...rest] = words;
  if (first === '--package') return checkNpx(rest.slice(1), isWhole);
  if (first === 'threadline') return checkThreadline(rest, isWhole);
  return existsSync(`node_modules/.bin/${first}`) ? undefined : `'${first}' is not installed`;
}

function checkNpm(words: readonly string[]): string | undefined {
  const [command = '', script = ''] = words.filter((word) => !word.startsWith('--'));
  if (command !== 'run') return NPM_COMMANDS.includes(command) ? undefined : `npm has no '${command}'`;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  return script in scripts ? undefined : `package.json has no script '${script}'`;
}

function checkCurl(words: readonly string[]): string | undefined {
  const url = words.find((word) => word.includes('/api/v1/'));
  const path = url?.replace(/^.*\/api\/v1/, '') ?? '';
  const method = words.includes('-d') ? 'post' : 'get';
  const isKnown = REST_ROUTES.some(
    (route) =>
      route.method === method && new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return isKnown ? undefined : `there is no route ${method} '${path}'`;
}
