/*
 * node.exe as far as a start file uses it: prints its folder's name and its words. "PROGRAM --version" prints what a
 * device program prints if the file PROGRAM has the word "good", and nothing if it is empty; it ends with 1 if it has the
 * word "broken". A "sync" ends with 3.
 * With options or modules of another program nothing runs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int sayVersion(const wchar_t *program) {
  char text[64] = "";
  FILE *file = _wfopen(program, L"r");
  if (!file) return 1;
  fread(text, 1, sizeof text - 1, file);
  fclose(file);
  if (*text) puts(strstr(text, "good") ? "kura-device 1.0.0" : "another 1.0.0");
  return strstr(text, "broken") != NULL;
}

int wmain(int argc, wchar_t **argv) {
  wchar_t *name = wcsrchr(argv[0], L'\\');
  if (getenv("NODE_OPTIONS") || getenv("NODE_PATH")) return 9;
  if (argc == 3 && !wcscmp(argv[2], L"--version")) return sayVersion(argv[1]);
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
