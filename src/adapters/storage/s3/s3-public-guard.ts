import {
  GetBucketAclCommand,
  GetBucketPolicyStatusCommand,
  GetPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';

import { ALLOW } from '../remote-adapter.js';
import { StorageError } from '../storage-error.js';
import type { S3Connection } from './s3-connection.js';
import { s3Error } from './s3-errors.js';

const EVERYBODY = /\/groups\/global\/(AllUsers|AuthenticatedUsers)$/;

/** Throws `public` unless it is certain that the world cannot read the bucket. */
export async function assertPrivateBucket(connection: S3Connection): Promise<void> {
  const isBlocked = await blocksPublicAccess(connection);
  // Servers other than AWS mostly have no such settings: there policy and grants decide.
  if (isBlocked === false || (isBlocked === null && !connection.hasOwnEndpoint)) {
    throw refusal('Not all four settings that block public access of the bucket are on.');
  }
  const isPublic = await hasPublicPolicy(connection);
  if (isPublic === true) {
    throw refusal('The policy of the bucket makes it public.');
  }
  const isGranted = await isGrantedToEverybody(connection);
  if (isGranted === true) {
    throw refusal('Grants of the bucket make it public.');
  }
  if (isPublic === null && isGranted === null) {
    throw refusal('The storage does not tell whether the bucket is public.');
  }
}

/** Null, here and below: the server knows no such question. */
async function blocksPublicAccess({ client, bucket }: S3Connection): Promise<boolean | null> {
  const ask = async (): Promise<boolean> => {
    const answer = await client.send(new GetPublicAccessBlockCommand({ Bucket: bucket }));
    const settings = answer.PublicAccessBlockConfiguration;
    return (
      settings?.BlockPublicAcls === true &&
      settings.IgnorePublicAcls === true &&
      settings.BlockPublicPolicy === true &&
      settings.RestrictPublicBuckets === true
    );
  };
  return answerOf(ask, 'NoSuchPublicAccessBlockConfiguration');
}

async function hasPublicPolicy({ client, bucket }: S3Connection): Promise<boolean | null> {
  const ask = async (): Promise<boolean> => {
    const { PolicyStatus: status } = await client.send(new GetBucketPolicyStatusCommand({ Bucket: bucket }));
    return status?.IsPublic === true;
  };
  return answerOf(ask, 'NoSuchBucketPolicy');
}

async function isGrantedToEverybody({ client, bucket }: S3Connection): Promise<boolean | null> {
  const ask = async (): Promise<boolean> => {
    const { Grants: grants = [] } = await client.send(new GetBucketAclCommand({ Bucket: bucket }));
    return grants.some((grant) => EVERYBODY.test(grant.Grantee?.URI ?? ''));
  };
  return answerOf(ask, '');
}

/** `none`: the error that says that the bucket has nothing of the kind. */
async function answerOf(ask: () => Promise<boolean>, none: string): Promise<boolean | null> {
  try {
    return await ask();
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    if (name === none) {
      return false;
    }
    if (name === 'NotImplemented' || [405, 501].includes($metadata?.httpStatusCode ?? 0)) {
      return null;
    }
    throw name === 'AccessDenied' ? unseen() : s3Error(error);
  }
}

function refusal(reason: string): StorageError {
  return new StorageError('public', `${reason} ${ALLOW}`);
}

function unseen(): StorageError {
  return new StorageError(
    'denied',
    `The credentials do not allow looking whether the bucket is public (s3:GetBucketPublicAccessBlock, s3:GetBucketPolicyStatus, s3:GetBucketAcl). ${ALLOW}`,
  );
}
