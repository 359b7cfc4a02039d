/*
 * scan.exe MILLISECONDS READY FOLDER: the part of a virus scanner. Opens every file that appears, changes or gets a new
 * name below FOLDER for that long, without letting others delete or rename it, until the file READY, which it creates, is
 * removed. Then it prints how many files it opened.
 */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

#define CHANGES (FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE)

static DWORD hold_time;
static LONG opened;

static DWORD WINAPI scan(void *path) {
  HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
  if (file != INVALID_HANDLE_VALUE) {
    InterlockedIncrement(&opened);
    Sleep(hold_time);
    CloseHandle(file);
  }
  free(path);
  return 0;
}

/* Opens each changed file in a thread of its own, because many change at once. */
static void scan_all(const wchar_t *folder, const FILE_NOTIFY_INFORMATION *change) {
  for (;;) {
    size_t length = wcslen(folder) + change->FileNameLength / sizeof(wchar_t) + 2;
    wchar_t *path = malloc(length * sizeof *path);
    swprintf(path, length, L"%ls\\%.*ls", folder, (int)(change->FileNameLength / sizeof(wchar_t)), change->FileName);
    HANDLE thread = CreateThread(NULL, 0, scan, path, 0, NULL);
    if (thread) CloseHandle(thread);
    if (!change->NextEntryOffset) return;
    change = (const void *)((const char *)change + change->NextEntryOffset);
  }
}

int wmain(int argc, wchar_t **argv) {
  static DWORD changes[1 << 16];
  OVERLAPPED wait = {.hEvent = CreateEventW(NULL, FALSE, FALSE, NULL)};
  DWORD size;

  if (argc != 4) return 2;
  hold_time = _wtoi(argv[1]);
  HANDLE folder = CreateFileW(argv[3], FILE_LIST_DIRECTORY, 7, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
  if (folder == INVALID_HANDLE_VALUE) return 1;
  for (BOOL ready = FALSE;;) {
    ReadDirectoryChangesW(folder, changes, sizeof changes, TRUE, CHANGES, NULL, &wait, NULL);
    if (!ready) {
      HANDLE file = CreateFileW(argv[2], GENERIC_WRITE, 7, NULL, CREATE_ALWAYS, 0, NULL);
      if (file == INVALID_HANDLE_VALUE) return 1;
      ready = CloseHandle(file);
    }
    while (WaitForSingleObject(wait.hEvent, 20) == WAIT_TIMEOUT)
      if (GetFileAttributesW(argv[2]) == INVALID_FILE_ATTRIBUTES) return printf("%ld\n", opened) < 0;
    if (GetOverlappedResult(folder, &wait, &size, FALSE) && size > 0) scan_all(argv[3], (void *)changes);
  }
}
