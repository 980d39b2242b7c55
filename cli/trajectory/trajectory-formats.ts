export const TRAJECTORY_FORMATS = ['outline', 'json', 'mermaid', 'dot', 'html', 'text'] as const;
export type TrajectoryFormat = (typeof TRAJECTORY_FORMATS)[number];
