/** An object of JSON that nobody has checked. */
export type Loose = Readonly<Record<string, unknown>>;

/** A message in any shape that `readMessages` reads, and the line of its record. */
export interface ForeignMessage {
  message: unknown;
  line: number;
}

/** An event of a run, and the line of its record. */
export interface PlacedEvent {
  event: Loose;
  line: number;
}

/** A transcript of another program, as `threadline plan` and `count` take it. */
export interface ForeignTranscript {
  id?: unknown;
  /** Absent when the transcript names none. */
  model?: string | undefined;
  /** The system prompt, where it is stored apart from the messages. */
  system?: string | undefined;
  messages: readonly ForeignMessage[];
  /** A sentence for each kind of record that was left out. */
  warnings: readonly string[];
}

/** Reads the records of one input, in order. Both functions throw a sentence for a record that cannot be read. */
export interface TranscriptReader {
  /** Returns the transcript of a record that is one by itself. */
  add(record: Loose, line: number): ForeignTranscript | undefined;
  /** Returns the transcript that all records together are; absent when there was none. */
  end(): ForeignTranscript | undefined;
}

/** A form in which programs store or export transcripts. */
export interface TranscriptFormat {
  /** One line for `--help` and the documentation. */
  description: string;
  /** Whether a record is of this form and no other. */
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

/** The texts of a text, or of a list of parts, one below the other. */
export function joinTexts(content: unknown, separator = '\n'): string {
  if (typeof content === 'string') return content;
  const texts = asList(content).flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isLoose(part) && typeof part['text'] === 'string' ? [part['text']] : [];
  });
  return texts.join(separator);
}

/** A result of a tool in the AI SDK's shape. */
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

/** Counts what a reader leaves out, by kind: one sentence for each, however many there are. */
export class LeftRecords {
  private readonly counts = new Map<string, { count: number; line: number }>();

  note(kind: string, line: number): void {
    const known = this.counts.get(kind);
    if (known === undefined) this.counts.set(kind, { count: 1, line });
    else known.count += 1;
  }

  noteUnknown(kind: unknown, line: number): void {
    this.note(`record of the unknown kind '${String(kind).slice(0, 40).toWellFormed()}'`, line);
  }

  toWarnings(): string[] {
    return [...this.counts].map(([kind, { count, line }]) =>
      count === 1
        ? `1 ${kind} is left out, at line ${line}`
        : `${count} ${kind.replace(/^\w+/, '$&s')} are left out, the first at line ${line}`,
    );
  }
}
