/*
 * run.exe FOLDER COMMAND: starts the command line COMMAND, unchanged, in FOLDER, as a double-click and the Task Scheduler
 * do, and ends with its exit status.
 */
#include <stdio.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION child;
  DWORD status = 1;
  int tries = 5;

  if (argc != 3) return 2;
  while (!CreateProcessW(NULL, argv[2], NULL, NULL, TRUE, 0, NULL, argv[1], &start, &child)) {
    /* Wine's answer if the machine is busy */
    if (GetLastError() == ERROR_INTERNAL_ERROR && --tries) continue;
    fprintf(stderr, "run: error %lu\n", GetLastError());
    return 2;
  }
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &status);
  return status;
}
