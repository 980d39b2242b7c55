/** The performer's report of a run that it was told to start or to close. */
export type ScheduleEvent =
  /** `route`: what a switch chose; null when none of its rules held. */
  | {
      readonly kind: 'succeeded';
      readonly nodeId: string;
      readonly iteration: string;
      readonly route?: string | null;
    }
  /** Failed permanently: no attempt is left. */
  | { readonly kind: 'failed'; readonly nodeId: string; readonly iteration: string }
  /** A started loop evaluated its list; `total` is the number of items. */
  | {
      readonly kind: 'loop-opened';
      readonly nodeId: string;
      readonly iteration: string;
      readonly total: number;
    };
