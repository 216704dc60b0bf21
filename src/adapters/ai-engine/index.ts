export { AiEngineError } from './ai-engine-error.js';
export { AnalyzerClient } from './analyzer-client.js';
export type { AnalyzerOptions } from './analyzer-client.js';
export { maskTold, maskToldSoon, RemoteDetector } from './remote-detector.js';
