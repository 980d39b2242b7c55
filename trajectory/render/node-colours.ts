import type { NodeType } from '../graph/node-types.js';

interface NodeColours {
  /** The contrast to `paper` and white is at least 4.5. */
  ink: string;
  paper: string;
  darkInk: string;
}

export const NODE_COLOURS: Readonly<Record<NodeType, NodeColours>> = {
  Query: { ink: '#1d4ed8', paper: '#eff6ff', darkInk: '#93c5fd' },
  State: { ink: '#6d28d9', paper: '#f5f3ff', darkInk: '#c4b5fd' },
  Action: { ink: '#c2410c', paper: '#fff7ed', darkInk: '#fdba74' },
  Response: { ink: '#15803d', paper: '#f0fdf4', darkInk: '#86efac' },
  Knowledge: { ink: '#0f766e', paper: '#f0fdfa', darkInk: '#5eead4' },
  Tool: { ink: '#475569', paper: '#f8fafc', darkInk: '#cbd5e1' },
  Table: { ink: '#0e7490', paper: '#ecfeff', darkInk: '#67e8f9' },
  Column: { ink: '#4338ca', paper: '#eef2ff', darkInk: '#a5b4fc' },
  File: { ink: '#854d0e', paper: '#fefce8', darkInk: '#fde047' },
  Script: { ink: '#be185d', paper: '#fdf2f8', darkInk: '#f9a8d4' },
  Skill: { ink: '#3f6212', paper: '#f7fee7', darkInk: '#bef264' },
};
