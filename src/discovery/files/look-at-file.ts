import { FormatError, sampleFile } from '../../adapters/formats/index.js';
import type { FieldLocator, FileSource, SampledField, SampledType } from '../../adapters/formats/index.js';
import type { ColumnDetector, LookedAtColumn } from '../../engine/index.js';
import type { PreviewOptions } from '../preview/preview-options.js';
import { safeDataPreview } from '../preview/safe-data-preview.js';
import { toDiscoveryMatch } from '../discovery-match.js';
import type { DiscoveredField, DiscoveredFile } from './discovered-file.js';

export interface FileLookWishes {
  /** Of delimited files. */
  readonly encoding: string;
  /** First values of each place that are looked at; 0: none are. */
  readonly rowSampleSize: number;
  readonly preview: PreviewOptions | null;
}

/** Data types of files by what detection knows. */
const KINDS: Readonly<Record<string, LookedAtColumn['kind']>> = {
  ...{ boolean: 'boolean', date: 'date', timestamp: 'datetime', time: 'time' },
  ...{ int: 'integer', long: 'integer', decimal: 'decimal', float: 'float' },
};
const NUMERIC_TYPES: ReadonlySet<string> = new Set(['int', 'long', 'decimal', 'float']);
/** Digits in a text may be a code: they are no numbers until the file says so. */
const TEXT_KINDS: ReadonlySet<string> = new Set(['boolean', 'date', 'timestamp', 'time']);

/** Says for every place of a file whether it is sensitive. */
export class FileLook {
  constructor(
    private readonly detector: ColumnDetector,
    private readonly wishes: FileLookWishes,
  ) {}

  /** A file that cannot be read is told with its problem. */
  async look(source: FileSource, fileType: SampledType, signal: AbortSignal): Promise<DiscoveredFile> {
    const { encoding, rowSampleSize: values } = this.wishes;
    try {
      const sample = await sampleFile(fileType, source, { encoding, values, signal });
      const names = sample.fields.map(({ locator }) => nameOf(locator));
      const groups = sample.fields.map(({ locator }) => parentOf(locator));
      const fields = sample.fields.map((field, place): DiscoveredField => {
        const siblings = names.filter((_, other) => other !== place && groups[other] === groups[place]);
        return this.lookAt(field, {
          ...{ name: names[place]!, table: '', siblings },
          kind: kindOf(field, fileType === 'csv'),
        });
      });
      return { path: source.path, fileType, ...sample, fields };
    } catch (error) {
      if (error instanceof FormatError) {
        const nothing = { delimiter: null, encoding: null, fields: [] };
        return { path: source.path, fileType, ...nothing, problem: error.message };
      }
      throw error;
    }
  }

  private lookAt({ locator, dataTypes, values }: SampledField, column: LookedAtColumn): DiscoveredField {
    const { preview } = this.wishes;
    const byName = this.detector.byName(column);
    const isWanted = values !== null && this.detector.needsValues(column, byName);
    const matches = isWanted ? this.detector.byValues(column, byName, values) : byName;
    return {
      ...{ locator, dataTypes },
      matches: matches.map(toDiscoveryMatch),
      valueCount: values === null ? null : values.filter((value) => value !== null).length,
      safeDataPreview:
        values === null || preview === null
          ? null
          : safeDataPreview(values, numericKind(dataTypes) ?? column.kind, preview),
    };
  }
}

/** Texts that are all numbers are told as numbers. */
function numericKind(dataTypes: readonly string[]): LookedAtColumn['kind'] | null {
  const isNumeric = dataTypes.length > 0 && dataTypes.every((type) => NUMERIC_TYPES.has(type));
  return isNumeric ? 'decimal' : null;
}

/** What keywords are compared with: the name of a column, or the last key on the way. */
function nameOf(locator: FieldLocator): string {
  return typeof locator === 'string' ? locator : (locator.findLast((step) => step !== '*') ?? '');
}

/** Places with the same one stand side by side. */
function parentOf(locator: FieldLocator): string {
  return typeof locator === 'string' ? '' : JSON.stringify(locator.slice(0, -1));
}

function kindOf({ dataTypes }: SampledField, isText: boolean): LookedAtColumn['kind'] {
  const kinds = new Set(dataTypes.map((type) => KINDS[type] ?? 'text'));
  const [kind = 'text', ...others] = kinds;
  if (others.length > 0) {
    return kinds.has('text') ? 'text' : 'decimal';
  }
  return isText && !TEXT_KINDS.has(dataTypes[0] ?? '') ? 'text' : kind;
}
