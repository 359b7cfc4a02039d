/*
 * curl.exe as far as a start file uses it. The host of the address says what happens: it gives the file served.exe beside
 * the log (right, nodejs.org), another file (wrong), half of it (cut-off), half of it and then nothing more (silent), or
 * an error (refuses, untrusted); there is no other host, and no proxy of the name gone.test. The command line is added to C:\programs\curl.log.
 */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

enum { RIGHT, WRONG, CUT_OFF, SILENT, REFUSES, UNTRUSTED, UNKNOWN };
static const char *HOSTS[] = {"right", "wrong", "cut-off", "silent", "refuses", "untrusted"};

static int behaviour(const char *command) {
  if (strstr(command, "//nodejs.org/")) return RIGHT;
  for (int each = RIGHT; each < UNKNOWN; each++) {
    char host[32];
    snprintf(host, sizeof host, "//%s/", HOSTS[each]);
    if (strstr(command, host)) return each;
  }
  return UNKNOWN;
}

static void give(long part) {
  FILE *served = fopen("C:\\programs\\served.exe", "rb");
  static char bytes[1 << 16];
  fseek(served, 0, SEEK_END);
  size_t left = ftell(served) / part;
  rewind(served);
  _setmode(_fileno(stdout), _O_BINARY);
  while (left > 0) {
    size_t count = fread(bytes, 1, left < sizeof bytes ? left : sizeof bytes, served);
    fwrite(bytes, 1, count, stdout);
    left -= count;
  }
  fflush(stdout);
}

int wmain(void) {
  const char *command = GetCommandLineA();
  FILE *log = fopen("C:\\programs\\curl.log", "a");
  fprintf(log, "%s\n", command);
  fclose(log);
  if (strstr(command, "gone.test")) return 5;
  switch (behaviour(command)) {
  case RIGHT:
    give(1);
    return 0;
  case WRONG:
    puts("<html>please sign in</html>");
    return 0;
  case CUT_OFF:
    give(2);
    return 18;
  case SILENT:
    give(2);
    fclose(fopen("C:\\programs\\silent", "w"));
    Sleep(INFINITE);
    return 28;
  case REFUSES:
    return 22;
  case UNTRUSTED:
    return 60;
  }
  return 6;
}
