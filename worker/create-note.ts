import type { Warn } from '../activities/ending/report-end.js';
import { toLogLine, type LogEntry } from '../telemetry/log-line.js';

export type Note = (level: string, message: string, facts?: LogEntry['facts']) => void;

export function createNote(writeLog: (line: string) => void, hidesErrors = false): Note {
  return (level, message, facts) => writeLog(toLogLine({ level, message, facts }, hidesErrors));
}

export function toWarn(note: Note): Warn {
  return (message, facts) => note('WARN', message, facts);
}
