/** Settings of the private server, as command line arguments. None of them is a secret. */
export function serverSettings(tcpPort: number, fast: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(tcpPort),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    // A failing statement may hold data values: only the server's own events are logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    // For tests only: a crash of the machine may then damage the cluster.
    ...(fast ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
