import { json } from './json.js';
import { unstructuredText } from './unstructured-text.js';
import { xml } from './xml.js';

export const DOCUMENT_MASKS = [json, xml, unstructuredText];
