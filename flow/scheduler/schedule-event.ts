export type ScheduleEvent =
  | {
      readonly kind: 'succeeded';
      readonly nodeId: string;
      readonly iteration: string;
      readonly route?: string | null;
    }
  | { readonly kind: 'failed'; readonly nodeId: string; readonly iteration: string }
  | {
      readonly kind: 'loop-opened';
      readonly nodeId: string;
      readonly iteration: string;
      readonly total: number;
    };
