import { json } from './json.js';
import { unstructuredText } from './unstructured-text.js';

export const DOCUMENT_MASKS = [json, unstructuredText];
