import { fromRandomDate } from './from-random-date.js';
import { fromRandomDatetime } from './from-random-datetime.js';
import { dateShift } from './date-shift.js';
import { retainAge } from './retain-age.js';
import { retainDateComponent } from './retain-date-component.js';
import { retainYear } from './retain-year.js';

export const DATE_MASKS = [
  fromRandomDatetime,
  fromRandomDate,
  retainAge,
  retainDateComponent,
  retainYear,
  dateShift,
];
