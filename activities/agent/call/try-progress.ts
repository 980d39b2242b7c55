/** How far a model call is, as the details of its Heartbeats tell. */
export class TryProgress {
  private phase: object = { phase: 'beginning' };
  private writer: { readonly characters: number } | undefined;

  begin({ model, attempt }: { model: string; attempt: number }): void {
    this.phase = { phase: 'streaming', model, attempt };
  }

  /** From here on the characters that this writer has taken are told. */
  follow(writer: { readonly characters: number }): void {
    this.writer = writer;
  }

  describe(): object {
    return { ...this.phase, characters: this.writer?.characters ?? 0 };
  }
}
