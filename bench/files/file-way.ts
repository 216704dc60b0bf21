/** Does its work on a file; resolves when the other file is written. */
export type FileWay = (from: string, to: string) => Promise<void>;
