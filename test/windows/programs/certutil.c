/* certutil.exe -hashfile FILE SHA256, as a Japanese Windows prints it. */
#include <stdio.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv) {
  static BYTE bytes[1 << 16], hash[32];
  DWORD count, size = sizeof hash;
  HCRYPTPROV provider;
  HCRYPTHASH state;

  if (argc != 4 || wcscmp(argv[1], L"-hashfile") || wcscmp(argv[3], L"SHA256")) return 2;
  FILE *file = _wfopen(argv[2], L"rb");
  if (!file) return 1;
  CryptAcquireContextW(&provider, NULL, NULL, PROV_RSA_AES, CRYPT_VERIFYCONTEXT);
  CryptCreateHash(provider, CALG_SHA_256, 0, 0, &state);
  while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) CryptHashData(state, bytes, count, 0);
  CryptGetHashParam(state, HP_HASHVAL, hash, &size, 0);
  /* "SHA256 hash of ..." in code page 932 */
  puts("SHA256 \x83\x6e\x83\x62\x83\x56\x83\x85 (\x91\xce\x8f\xdb ...):");
  for (DWORD each = 0; each < size; each++) printf("%02x", hash[each]);
  puts("\nCertUtil: -hashfile \x83\x52\x83\x7d\x83\x93\x83\x68");
  return 0;
}
