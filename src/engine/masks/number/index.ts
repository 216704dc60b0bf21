import { fromRandomBoolean } from './from-random-boolean.js';
import { fromRandomNumber } from './from-random-number.js';
import { noise } from './noise.js';
import { numericBucket } from './numeric-bucket.js';

export const NUMBER_MASKS = [fromRandomNumber, fromRandomBoolean, numericBucket, noise];
