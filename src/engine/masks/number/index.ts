import { fromRandomNumber } from './from-random-number.js';

export const NUMBER_MASKS = [fromRandomNumber];
