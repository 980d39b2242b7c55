import { z } from 'zod';
import { LEFT_RULES } from '../../../../context/message/left.js';

export const leftRule = z.enum(LEFT_RULES);
