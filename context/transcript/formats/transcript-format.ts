export type Loose = Readonly<Record<string, unknown>>;

export interface ForeignMessage {
  message: unknown;
  line: number;
}

export interface PlacedEvent {
  event: Loose;
  line: number;
}

export interface ForeignTranscript {
  id?: unknown;
  model?: string | undefined;
  system?: string | undefined;
  messages: readonly ForeignMessage[];
  warnings: readonly string[];
}

export interface TranscriptReader {
  add(record: Loose, line: number): ForeignTranscript | undefined;
  end(): ForeignTranscript | undefined;
}

export interface TranscriptFormat {
  description: string;
  recognizes(record: Loose): boolean;
  open(): TranscriptReader;
}

export function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function joinTexts(content: unknown, separator = '\n'): string {
  if (typeof content === 'string') return content;
  const texts = asList(content).flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isLoose(part) && typeof part['text'] === 'string' ? [part['text']] : [];
  });
  return texts.join(separator);
}

export function toResult(
  toolCallId: unknown,
  { text, toolName, isError = false }: { text: string; toolName?: unknown; isError?: boolean },
): unknown {
  const output = { type: isError ? 'error-text' : 'text', value: text };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: toolName ?? 'unknown', output }],
  };
}

export class LeftRecords {
  private readonly counts = new Map<string, { count: number; line: number }>();

  note(kind: string, line: number): void {
    const known = this.counts.get(kind);
    if (!known) this.counts.set(kind, { count: 1, line });
    else known.count += 1;
  }

  noteUnknown(kind: unknown, line: number): void {
    this.note(`record of the unknown kind '${String(kind).slice(0, 40).toWellFormed()}'`, line);
  }

  toWarnings(): string[] {
    return [...this.counts].map(([kind, { count, line }]) =>
      count === 1
        ? `Omitted 1 ${kind} (line ${line})`
        : `Omitted ${count} ${kind.replace(/^\w+/, '$&s')} (first: line ${line})`,
    );
  }
}
