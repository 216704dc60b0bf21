import { baseDirectoryProblem, endpointProblem } from '../adapters/storage/index.js';
import { toStorageSettings, type ConnectionSecrets, type ConnectionSettings } from './connection-settings.js';

const REGION = /^[a-z0-9-]{0,64}$/;
const ROLE = /^(?:arn:[a-z0-9-]+:iam::[0-9]*:role\/\S+)?$/;

/** What is wrong with a connection to files, by field; null: nothing that is known without asking the storage. */
export function storageProblems(
  settings: ConnectionSettings,
  secrets: ConnectionSecrets,
): Readonly<Record<string, string | null>> {
  const storage = toStorageSettings(settings, secrets);
  if (storage === null) {
    return {};
  }
  const hasSecret = storage.secretAccessKey !== '';
  return {
    base_directory: baseDirectoryProblem(storage.baseDirectory),
    endpoint: storage.endpoint === '' ? null : endpointProblem(storage.endpoint),
    region: REGION.test(storage.region) ? null : 'Must be the name of a region, such as eu-central-1.',
    iam_role_arn: ROLE.test(storage.iamRoleArn)
      ? null
      : 'Must be the ARN of a role: arn:aws:iam::<account>:role/<name>.',
    access_key_id: storage.accessKeyId === '' && hasSecret ? 'Give the access key of the secret, too.' : null,
    secret_access_key:
      storage.accessKeyId !== '' && !hasSecret ? 'Give the secret of the access key, too.' : null,
  };
}
