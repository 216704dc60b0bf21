import { isDeviceName } from '../common/names/device-name.js';

/** Longest name of an uploaded file. */
export const MAX_UPLOAD_NAME = 255;

/** What is wrong with the name of an uploaded file, which may become a file name again; null: nothing. */
export function uploadNameProblem(name: string): string | null {
  if (name.trim() === '') {
    return 'May not be blank.';
  }
  if (name.length > MAX_UPLOAD_NAME) {
    return `May have at most ${MAX_UPLOAD_NAME} characters.`;
  }
  if (/[\p{Cc}\p{Surrogate}]/u.test(name)) {
    return 'May not contain control characters.';
  }
  if (/[/\\]/.test(name) || name === '.' || name === '..') {
    return 'Must be a plain name, without a path.';
  }
  return isDeviceName(name) ? 'This name is reserved for a device on Windows.' : null;
}
