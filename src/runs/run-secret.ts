import { randomBytes } from 'node:crypto';

/** Binds sealed run secrets to their purpose. */
export const SECRET_CONTEXT = 'run:secret';

/** 160 bits from the operating system, as text that can be given again. */
export function newRunSecret(): string {
  return randomBytes(20).toString('hex');
}
