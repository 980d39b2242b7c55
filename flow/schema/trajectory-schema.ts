import { z } from 'zod';
import type { PortraitSettings, TrajectorySettings } from '../settings/trajectory-settings.js';
import { flagField, strictFields } from './fields.js';
import { MODEL_ID_SCHEMA } from './names.js';

const PORTRAITS = strictFields({ model: MODEL_ID_SCHEMA.optional() }) satisfies z.ZodType<PortraitSettings>;

export const TRAJECTORY_SCHEMA = strictFields({
  portraits: z
    .union([PORTRAITS, z.literal(false, 'it must be an object, or false')])
    .describe('What tools touched is described by a model after the turn; false: it is not.')
    .optional(),
  touched: flagField(
    'Whether a compacted history ends with what was touched so far. Default: it does.',
  ).optional(),
}).describe('What is kept of what its agents did, and why.') satisfies z.ZodType<TrajectorySettings>;
