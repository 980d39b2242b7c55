// Usage: node run-while-wanted.mjs COMMAND ARGUMENT...
// Runs a command until its own standard input closes, which happens even when the parent is killed; so that no
// server outlives it. Ends as the command does when that ends first.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.once('close', () => child.kill('SIGKILL'));
process.stdin.resume();
// A Ctrl-C in the terminal reaches the whole group; the parent decides what it means.
process.on('SIGINT', () => {});
