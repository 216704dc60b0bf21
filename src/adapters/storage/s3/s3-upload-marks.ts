import { createHash } from 'node:crypto';

const MEGABYTE = 1_024 * 1_024;
const SMALLEST_PART = 8 * MEGABYTE;
const PARTS_OF_A_SIZE = 2_500;
const LARGEST_FACTOR = 4;

/**
 * S3 keeps nothing with an unfinished upload that would say whose it is, except its parts. So the size of the first part is
 * the mark: 8 to 12 megabytes, an odd number of bytes that follows from the owner.
 */
export function markedPartSize(owner: string): number {
  const drawn = createHash('sha256').update(`vizard upload ${owner}`).digest().readUInt32BE(0);
  return SMALLEST_PART + ((drawn % (4 * MEGABYTE)) | 1);
}

/** Sizes grow on the way: there are 10,000 parts at most, and small ones alone would end at 80 gigabytes. */
export function partSize(owner: string, part: number): number {
  return markedPartSize(owner) * Math.min(2 ** Math.floor((part - 1) / PARTS_OF_A_SIZE), LARGEST_FACTOR);
}
