/*
 * icacls: Wine's own does nothing. This one notes its words, and the size of the file, in C:\programs\icacls.log.
 * `/save` writes the rights that Windows gives a folder: below C:\users those of its user, elsewhere other users may
 * change files.
 */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static const wchar_t *OWN = L"kura\r\nD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)";
static const wchar_t *OTHERS = L"(A;OICIID;0x1301bf;;;AU)";

int wmain(int count, wchar_t **words) {
  WIN32_FILE_ATTRIBUTE_DATA found;
  if (count < 3 || !GetFileAttributesExW(words[1], GetFileExInfoStandard, &found)) return 2;
  FILE *log = _wfopen(L"C:\\programs\\icacls.log", L"ab");
  if (!log) return 3;
  char line[8192];
  int length = 0;
  for (int i = 1; i < count; i++) {
    length += WideCharToMultiByte(CP_UTF8, 0, words[i], -1, line + length, sizeof line - length - 32, NULL, NULL);
    line[length - 1] = '\t';
  }
  length += sprintf(line + length, "%lu\n", (unsigned long)found.nFileSizeLow);
  fwrite(line, 1, length, log);
  fclose(log);
  if (wcscmp(words[2], L"/save") != 0) return 0;
  FILE *saved = _wfopen(words[3], L"wb");
  if (!saved) return 4;
  fwrite(OWN, sizeof(wchar_t), wcslen(OWN), saved);
  if (_wcsnicmp(words[1], L"C:\\users\\", 9) != 0) fwrite(OTHERS, sizeof(wchar_t), wcslen(OTHERS), saved);
  fclose(saved);
  return 0;
}
