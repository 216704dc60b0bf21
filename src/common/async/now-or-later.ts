/** A value, or the promise of one: on the hot path a promise costs more than what it stands for. */
export type NowOrLater<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there. What `next` throws then is thrown at once, too. */
export function after<T, R>(value: NowOrLater<T>, next: (value: T) => NowOrLater<R>): NowOrLater<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
