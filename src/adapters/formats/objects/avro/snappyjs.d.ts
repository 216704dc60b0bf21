declare module 'snappyjs' {
  const snappy: {
    compress(bytes: Buffer): Buffer;
    uncompress(bytes: Buffer, maxLength?: number): Buffer;
  };
  export default snappy;
}
