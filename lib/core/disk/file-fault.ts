/** For each error code, the text that says why a file cannot be read or written. */

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file, expected a folder',
  EISDIR: 'it is a folder, expected a file',
  EACCES: 'you are not permitted to',
  EPERM: 'you are not permitted to',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENXIO: 'it is a pipe, a socket or a device, expected a file',
}

/** Returns the text for a file system error; for any other error, its message. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return FAULTS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}
