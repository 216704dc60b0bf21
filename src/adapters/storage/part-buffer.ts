/** Collects written bytes and gives them away in parts of a wanted size, without copying more than once. */
export class PartBuffer {
  private chunks: Buffer[] = [];
  private held = 0;

  get length(): number {
    return this.held;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.held += chunk.length;
  }

  /** The first `size` bytes, or all when there are fewer. */
  take(size = this.held): Buffer {
    const whole = Buffer.concat(this.chunks);
    this.chunks = size < whole.length ? [whole.subarray(size)] : [];
    this.held = Math.max(0, whole.length - size);
    return whole.subarray(0, size);
  }
}
