export class TryProgress {
  private phase: object = { phase: 'beginning' };
  private writer: { readonly characters: number } | undefined;

  wait(ms: number, { model, attempt }: { model: string; attempt: number }): void {
    this.phase = {
      phase: 'waiting for the limits of the provider',
      seconds: Math.ceil(ms / 1_000),
      model,
      attempt,
    };
  }

  begin({ model, attempt }: { model: string; attempt: number }): void {
    this.phase = { phase: 'streaming', model, attempt };
  }

  follow(writer: { readonly characters: number }): void {
    this.writer = writer;
  }

  describe(): object {
    return { ...this.phase, characters: this.writer?.characters ?? 0 };
  }
}
