/* Runs Node with pipes.mjs, though the start file takes the options of other programs away from Node. */
#include <windows.h>

int wmain(void) {
  STARTUPINFOW start = {.cb = sizeof start};
  PROCESS_INFORMATION child;
  DWORD status = 1;

  SetEnvironmentVariableW(L"NODE_OPTIONS", L"--import=file:///C:/programs/pipes.mjs");
  if (!CreateProcessW(L"C:\\Program Files\\nodejs\\node.exe", GetCommandLineW(), NULL, NULL, TRUE, 0, NULL, NULL, &start,
                      &child))
    return 2;
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &status);
  return status;
}
