import type { StorageSettings } from '../../adapters/storage/index.js';
import { storagePlace } from './storage-place.js';

const NOTHING: StorageSettings = {
  ...{ baseDirectory: '', bucket: '', region: '', endpoint: '', forcePathStyle: false, iamRoleArn: '' },
  ...{ accessKeyId: '', secretAccessKey: '', sessionToken: '', container: '', connectionString: '' },
};
const place = (dbType: string, more: Partial<StorageSettings>): string =>
  storagePlace({ id: 'any', dbType, storage: { ...NOTHING, ...more } });
const azure = (connectionString: string): string =>
  place('azure_blob_connection', { container: 'c', connectionString });

describe('storagePlace', () => {
  it('does not depend on who opens it, nor on slashes around the folder', () => {
    const one = place('s3_connection', { bucket: 'b', baseDirectory: '/in/', accessKeyId: 'A' });
    expect(one).toBe(place('s3_connection', { bucket: 'b', baseDirectory: 'in', accessKeyId: 'B' }));
    expect(one).not.toContain('A"');
  });

  it.each<[Partial<StorageSettings>]>([
    [{ bucket: 'b', baseDirectory: 'out' }],
    [{ bucket: 'c', baseDirectory: 'in' }],
    [{ bucket: 'b', baseDirectory: 'in', endpoint: 'http://127.0.0.1:9000' }],
  ])('tells %j from another', (more) => {
    expect(place('s3_connection', more)).not.toBe(
      place('s3_connection', { bucket: 'b', baseDirectory: 'in' }),
    );
  });

  it('knows accounts by name and not by key', () => {
    expect(azure('AccountName=One;AccountKey=secret')).toBe(azure('AccountKey=other;AccountName=one'));
    expect(azure('AccountName=one;AccountKey=k')).not.toBe(azure('AccountName=two;AccountKey=k'));
    expect(azure('AccountName=one;AccountKey=secret')).not.toContain('secret');
  });
});
