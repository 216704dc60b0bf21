import { Injectable, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../errors/domain-error.js';

const MAX_INT = 2_147_483_647;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A number in a path: what cannot be an id names nothing, so the answer is 404. */
@Injectable()
export class IntIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^\d{1,10}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > MAX_INT) {
      throw new NotFoundError();
    }
    return id;
  }
}

/** A UUID in a path: what cannot be an id names nothing, so the answer is 404. */
@Injectable()
export class UuidPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!UUID.test(value)) {
      throw new NotFoundError();
    }
    return value.toLowerCase();
  }
}
