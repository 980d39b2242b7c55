import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeFile {
  services: Record<string, ComposeService>;
  volumes?: Record<string, unknown>;
  configs?: Record<string, { content?: string }>;
}

export interface ComposeService {
  image?: string;
  build?: unknown;
  restart?: string;
  environment?: Record<string, string | null>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  extra_hosts?: string[];
  volumes?: string[];
  configs?: { source: string; target: string }[];
  healthcheck?: { test: string[] };
  entrypoint?: string[];
  command?: string[];
  stop_grace_period?: string;
}

export function readRootFile(name: string): string {
  return readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
}

export function readComposeFile(): ComposeFile {
  return parse(readRootFile('docker-compose.yml')) as ComposeFile;
}
