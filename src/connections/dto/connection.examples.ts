/** Whole bodies for the documentation. */
export const CONNECTION_EXAMPLES = {
  postgres: {
    summary: 'A PostgreSQL database',
    value: {
      version: '1.0',
      name: 'shop copy',
      mask_type: 'database',
      db_type: 'postgres',
      host: 'db.example.com',
      port: 5432,
      database: 'shop',
      schema: 'public',
      user: 'masking',
      dbpassword: 'the-password-of-the-user',
      is_read_only: false,
      engine_options: {
        ssl: 'verify-full',
        ca: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n',
      },
    },
  },
  postgres_on_this_machine: {
    summary: 'A PostgreSQL database, with what is needed only',
    value: {
      name: 'shop copy',
      db_type: 'postgres',
      host: '127.0.0.1',
      port: 5432,
      database: 'shop',
      user: 'masking',
      dbpassword: 'the-password-of-the-user',
    },
  },
  mounted_share: {
    summary: 'Files in a mounted folder, to read from',
    value: {
      version: '1.0',
      name: 'exports',
      mask_type: 'file',
      type: 'mounted_share_connection',
      base_directory: 'exports',
      is_file_mask_source: true,
    },
  },
  s3: {
    summary: 'Files in a bucket of S3, with the role of the machine',
    value: {
      version: '1.0',
      name: 'masked exports',
      mask_type: 'file',
      type: 's3_connection',
      bucket: 'masked-exports',
      base_directory: 'customers',
      is_file_mask_destination: true,
    },
  },
  azure_blob: {
    summary: 'Files in a container of Azure Blob Storage',
    value: {
      version: '1.0',
      name: 'azure exports',
      mask_type: 'file',
      type: 'azure_blob_connection',
      container: 'exports',
      connection_string:
        'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=…;EndpointSuffix=core.windows.net',
      base_directory: '',
      is_file_mask_source: true,
      is_file_mask_destination: true,
    },
  },
};
