import { json } from './json.js';

export const DOCUMENT_MASKS = [json];
