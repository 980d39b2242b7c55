import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive, markThisProcess, processMarkSchema } from './process/process-mark.js';
import { writeFileAtomically } from './write-file-atomically.js';

export function addUser(dataDir: string): string {
  const usersDir = path.join(dataDir, 'users');
  mkdirSync(usersDir, { recursive: true, mode: 0o700 });
  const mark = markThisProcess();
  // Unique, because a process may use the servers several times.
  const file = path.join(usersDir, `${mark.pid}-${randomUUID().slice(0, 8)}`);
  writeFileAtomically(file, JSON.stringify(mark));
  return file;
}

export function countLivingUsers(dataDir: string): number {
  const usersDir = path.join(dataDir, 'users');
  const files = listFiles(usersDir).map((name) => path.join(usersDir, name));
  const dead = files.filter((file) => !isLivingUser(file));
  for (const file of dead) rmSync(file, { force: true });
  return files.length - dead.length;
}

function isLivingUser(file: string): boolean {
  try {
    return isAlive(processMarkSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    return false;
  }
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
