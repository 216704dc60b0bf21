import { chain } from './chain.js';
import { concat } from './concat.js';
import { typecast } from './typecast.js';

export const COMBINE_MASKS = [concat, chain, typecast];
