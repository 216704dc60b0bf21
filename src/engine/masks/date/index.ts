import { fromRandomDate } from './from-random-date.js';

export const DATE_MASKS = [fromRandomDate];
