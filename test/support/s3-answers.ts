import type { Bucket, StoredObject } from './s3-bucket.js';

/** A request after its signature was checked. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const STATUS: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  NoSuchUpload: 404,
  NoSuchPublicAccessBlockConfiguration: 404,
  NoSuchBucketPolicy: 404,
  PreconditionFailed: 412,
  InvalidRange: 416,
  InvalidPart: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  InvalidToken: 400,
  SlowDown: 503,
  InternalError: 500,
  NotImplemented: 501,
};
const PAGE = 1_000;
const ALL_USERS = 'http://acs.amazonaws.com/groups/global/AllUsers';

export const errorAnswer = (code: string): S3Answer => ({
  status: STATUS[code] ?? 403,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`,
});
export const xmlAnswer = (text: string): S3Answer => ({ status: 200, body: `<?xml version="1.0"?>${text}` });
const escaped = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const urlForm = (key: string): string =>
  encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/');

/** What the service answers about a bucket as a whole. */
export function bucketAnswer(bucket: Bucket, { query }: S3Request): S3Answer {
  if (query.has('publicAccessBlock')) {
    return accessBlock(bucket);
  }
  if (query.has('policyStatus')) {
    return bucket.isPolicyPublic === null
      ? errorAnswer('NoSuchBucketPolicy')
      : xmlAnswer(`<PolicyStatus><IsPublic>${bucket.isPolicyPublic}</IsPublic></PolicyStatus>`);
  }
  if (query.has('acl')) {
    return acl(bucket);
  }
  return query.has('uploads') ? listUploads(bucket, query) : listObjects(bucket, query);
}

function accessBlock({ accessBlock: settings }: Bucket): S3Answer {
  if (settings === null) {
    return errorAnswer('NoSuchPublicAccessBlockConfiguration');
  }
  const names = ['BlockPublicAcls', 'IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'];
  const parts = names.map((name, index) => `<${name}>${settings[index]}</${name}>`);
  return xmlAnswer(`<PublicAccessBlockConfiguration>${parts.join('')}</PublicAccessBlockConfiguration>`);
}

function acl({ isGrantedToAll }: Bucket): S3Answer {
  const type = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  const own = `<Grant><Grantee ${type} xsi:type="CanonicalUser"><ID>o</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>`;
  const all = `<Grant><Grantee ${type} xsi:type="Group"><URI>${ALL_USERS}</URI></Grantee><Permission>READ</Permission></Grant>`;
  const grants = isGrantedToAll ? own + all : own;
  return xmlAnswer(
    `<AccessControlPolicy><Owner><ID>o</ID></Owner><AccessControlList>${grants}</AccessControlList></AccessControlPolicy>`,
  );
}

function listObjects(bucket: Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const after = Number(query.get('continuation-token') ?? 0);
  const most = Math.min(Number(query.get('max-keys') ?? PAGE), PAGE);
  const isFlat = query.get('delimiter') === null;
  const all = bucket.keys(prefix).filter((key) => isFlat || !key.slice(prefix.length).includes('/'));
  const page = all.slice(after, after + most);
  const items = page.map((key) => listed(key, bucket.objects.get(key)!)).join('');
  const isTruncated = all.length > after + most;
  const token = isTruncated ? `<NextContinuationToken>${after + most}</NextContinuationToken>` : '';
  return xmlAnswer(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}<EncodingType>url</EncodingType>${items}</ListBucketResult>`,
  );
}

function listed(key: string, stored: StoredObject): string {
  const restore = stored.restored
    ? '<RestoreStatus><IsRestoreInProgress>false</IsRestoreInProgress><RestoreExpiryDate>2030-01-01T00:00:00.000Z</RestoreExpiryDate></RestoreStatus>'
    : '';
  return `<Contents><Key>${escaped(urlForm(key))}</Key><LastModified>${stored.modified.toISOString()}</LastModified><ETag>${escaped(stored.etag)}</ETag><Size>${stored.content.length}</Size><StorageClass>${stored.storageClass || 'STANDARD'}</StorageClass>${restore}</Contents>`;
}

function listUploads(bucket: Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const uploads = [...bucket.uploads.values()].filter(({ key }) => key.startsWith(prefix));
  const items = uploads.map(
    ({ id, key }) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></Upload>`,
  );
  return xmlAnswer(
    `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
  );
}
