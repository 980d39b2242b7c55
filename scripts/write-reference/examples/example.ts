/** Marks the lines that the reference shows for an option, `Type.option`. Nothing of it is run. */
export function example(_option: string, _lines: () => unknown): void {
  return;
}
