import { MASK_TYPES } from '../connection-kinds.js';
import { Choice, Name } from './wire-fields.js';

/** What requests for every kind of connection have in common. */
export class ConnectionBaseDto {
  @Name('How users find the connection again; unique.')
  name: string;

  @Choice('Version of the layout of this object.', ['1.0'])
  version = '1.0';

  @Choice('What is masked through the connection; follows from its kind.', MASK_TYPES)
  mask_type?: string;
}
