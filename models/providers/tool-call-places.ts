type Delta = Readonly<Record<string, unknown>>;

interface OpenCall {
  readonly place: number;
  readonly name: string;
  id: string;
  input: string;
  /** A piece without input repeated the name after complete input. */
  isNamedAgain: boolean;
}

interface Piece {
  name: string;
  id: string;
  input: string;
}

/** Numbers streamed tool calls, because some endpoints send index 0 for all. */
export class ToolCallPlaces {
  readonly #open = new Map<unknown, OpenCall>();
  #count = 0;

  place(delta: Delta): Delta {
    const { index, id } = delta;
    const { name, arguments: written } = toFields(delta['function']);
    const piece: Piece = {
      name: typeof name === 'string' ? name : '',
      id: typeof id === 'string' ? id.trim() : '',
      input: typeof written === 'string' ? written : written == null ? '' : JSON.stringify(written),
    };
    const open = this.#open.get(index);
    const isNew = !open || isNewCall(open, piece);
    const call = isNew ? this.#begin(piece, open) : open;
    if (!isNew && piece.name !== '' && piece.input === '') call.isNamedAgain = isComplete(call.input);
    call.input += piece.input;
    call.id ||= piece.id;
    this.#open.set(index, call);
    const sentName = isNew ? call.name || undefined : name;
    return { ...delta, index: call.place, function: { name: sentName, arguments: piece.input } };
  }

  #begin({ name, id }: Piece, before: OpenCall | undefined): OpenCall {
    return { place: this.#count++, name: name || (before?.name ?? ''), id, input: '', isNamedAgain: false };
  }
}

/** Some endpoints change the id in every chunk, so a new call also needs a name. */
function isNewCall(open: OpenCall, { id, name, input }: Piece): boolean {
  if (name === '' && !open.isNamedAgain) return false;
  if (name !== '' && id !== '' && open.id !== '' && id !== open.id) return true;
  // The same name without input may be a repetition, so the next input decides.
  const begins = input.trimStart().startsWith('{') || (input === '' && name !== open.name);
  return begins && isComplete(open.input);
}

function isComplete(input: string): boolean {
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
