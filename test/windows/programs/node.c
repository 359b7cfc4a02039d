/*
 * node.exe as far as a start file uses it: prints its folder's name and its words. "PROGRAM --version" ends with 1 if the
 * file PROGRAM has the word "broken"; a "sync" ends with 3.
 */
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static int isBroken(const wchar_t *program) {
  char text[64] = "";
  FILE *file = _wfopen(program, L"r");
  if (!file) return 1;
  fread(text, 1, sizeof text - 1, file);
  fclose(file);
  return strstr(text, "broken") != NULL;
}

int wmain(int argc, wchar_t **argv) {
  wchar_t *name = wcsrchr(argv[0], L'\\');
  if (argc == 3 && !wcscmp(argv[2], L"--version")) return isBroken(argv[1]);
  if (name) *name = 0;
  wchar_t *folder = wcsrchr(argv[0], L'\\');
  printf("node %ls:", folder ? folder + 1 : argv[0]);
  for (int each = 1; each < argc; each++) {
    wchar_t *word = wcsrchr(argv[each], L'\\');
    printf(" %ls", each == 1 && word ? word + 1 : argv[each]);
  }
  printf("\n");
  return argc > 2 && !wcscmp(argv[2], L"sync") ? 3 : 0;
}
