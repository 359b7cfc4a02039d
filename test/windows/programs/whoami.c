/* whoami /user /fo csv /nh: Wine's own prints the name alone, without the SID. */
#include <stdio.h>
#include <wchar.h>

int wmain(int count, wchar_t **words) {
  const wchar_t *expected[] = {L"/user", L"/fo", L"csv", L"/nh"};
  if (count != 5) return 1;
  for (int i = 0; i < 4; i++)
    if (wcscmp(words[i + 1], expected[i]) != 0) return 1;
  printf("\"pc\\mei\",\"S-1-5-21-1-2-3-1001\"\r\n");
  return 0;
}
