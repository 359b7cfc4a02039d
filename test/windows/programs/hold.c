/*
 * hold.exe SHARING READY FILE: keeps FILE, or a folder, open until the file READY, which it creates, is removed. What
 * others may do meanwhile is in SHARING: the letters r (read, all that Excel grants), w (write) and d (delete, rename),
 * or - for nothing.
 */
#include <stdio.h>
#include <windows.h>

static DWORD sharing(const wchar_t *letters) {
  DWORD shared = 0;
  if (wcschr(letters, L'r')) shared |= FILE_SHARE_READ;
  if (wcschr(letters, L'w')) shared |= FILE_SHARE_WRITE;
  if (wcschr(letters, L'd')) shared |= FILE_SHARE_DELETE;
  return shared;
}

int wmain(int argc, wchar_t **argv) {
  if (argc != 4) return 2;
  HANDLE held = CreateFileW(argv[3], GENERIC_READ, sharing(argv[1]), NULL, OPEN_EXISTING,
                            FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (held == INVALID_HANDLE_VALUE) {
    fprintf(stderr, "hold: error %lu\n", GetLastError());
    return 1;
  }
  HANDLE ready = CreateFileW(argv[2], GENERIC_WRITE, 7, NULL, CREATE_ALWAYS, 0, NULL);
  if (ready == INVALID_HANDLE_VALUE) return 1;
  CloseHandle(ready);
  while (GetFileAttributesW(argv[2]) != INVALID_FILE_ATTRIBUTES) Sleep(20);
  return 0;
}
