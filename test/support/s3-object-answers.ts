import { errorAnswer, xmlAnswer, type S3Answer, type S3Request } from './s3-answers.js';
import { etagOf, type Bucket, type ObjectTraits, type StoredObject } from './s3-bucket.js';

/** What the service answers about one object or upload; null: it does not know the question. */
export function objectAnswer(bucket: Bucket, request: S3Request): S3Answer | null {
  const { method, query, key } = request;
  if (query.has('uploads') && method === 'POST') {
    const { id } = bucket.begin(key, traitsOf(request));
    return xmlAnswer(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  if (query.has('uploadId')) {
    return uploadAnswer(bucket, request);
  }
  if (method === 'PUT') {
    return { status: 200, headers: { etag: bucket.put(key, request.body, traitsOf(request)).etag } };
  }
  return method === 'GET' || method === 'HEAD' ? read(bucket, request) : null;
}

function uploadAnswer(bucket: Bucket, { method, query, body }: S3Request): S3Answer | null {
  const upload = bucket.uploads.get(query.get('uploadId') ?? '');
  if (upload === undefined) {
    return errorAnswer('NoSuchUpload');
  }
  switch (method) {
    case 'PUT':
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    case 'GET': {
      const parts = [...upload.parts].sort(([one], [other]) => one - other);
      const shown = parts
        .slice(0, Number(query.get('max-parts') ?? 1_000))
        .map(
          ([number, { length }]) => `<Part><PartNumber>${number}</PartNumber><Size>${length}</Size></Part>`,
        );
      return xmlAnswer(`<ListPartsResult>${shown.join('')}</ListPartsResult>`);
    }
    case 'DELETE':
      bucket.uploads.delete(upload.id);
      return { status: 204 };
    case 'POST': {
      const fault = bucket.complete(upload, partsOf(body.toString()));
      return fault === null
        ? xmlAnswer('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
        : errorAnswer(fault);
    }
    default:
      return null;
  }
}

function partsOf(text: string): { number: number; etag: string }[] {
  return [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
  }));
}

function read(bucket: Bucket, { key, method, headers }: S3Request): S3Answer {
  const stored = bucket.objects.get(key);
  if (stored === undefined) {
    return errorAnswer('NoSuchKey');
  }
  if (headers['if-match'] !== undefined && headers['if-match'] !== stored.etag) {
    return errorAnswer('PreconditionFailed');
  }
  const about = headersOf(stored);
  if (method === 'HEAD') {
    return { status: 200, headers: { ...about, 'content-length': String(stored.content.length) } };
  }
  if (stored.storageClass === 'GLACIER' && !stored.restored) {
    return errorAnswer('InvalidObjectState');
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers.range ?? ''));
  if (range === null) {
    return { status: 200, headers: about, body: stored.content };
  }
  const part = stored.content.subarray(Number(range[1]), Number(range[2]) + 1);
  return part.length === 0 ? errorAnswer('InvalidRange') : { status: 206, headers: about, body: part };
}

function headersOf(stored: StoredObject): Record<string, string> {
  const all = {
    etag: stored.etag,
    'last-modified': stored.modified.toUTCString(),
    'content-type': stored.contentType,
    'x-amz-server-side-encryption': stored.encryption,
    'x-amz-server-side-encryption-aws-kms-key-id': stored.keyId,
    'x-amz-storage-class': stored.storageClass,
    'x-amz-restore': stored.restored ? 'ongoing-request="false", expiry-date="later"' : '',
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function traitsOf({ headers }: S3Request): ObjectTraits {
  const header = (name: string): string => String(headers[name] ?? '');
  return {
    contentType: header('content-type') || 'binary/octet-stream',
    encryption: header('x-amz-server-side-encryption'),
    keyId: header('x-amz-server-side-encryption-aws-kms-key-id'),
  };
}
