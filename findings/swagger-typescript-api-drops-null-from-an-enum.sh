#!/bin/sh
# swagger-typescript-api@13.13.0, beside openapi-typescript@7.13.0
# Expected: in OpenAPI 3.1, a value of type ["string", "null"] with enum ["a", "b", null] may be null, and the generated
#   type says so, as it does for ["string", "null"] without an enum, and for anyOf with null.
# Seen: the type is "a" | "b", with and without a type beside the enum, also for numbers and for the items of an array.
#   A client that was generated so compiles without asking for null, and meets it at run time. There is no message.
#   openapi-typescript writes "a" | "b" | null.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" \
  swagger-typescript-api@13.13.0 openapi-typescript@7.13.0 typescript@5.9.3 || exit 2
cat > "$folder/api.json" <<'JSON'
{
  "openapi": "3.1.1",
  "info": { "title": "Receipts", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Receipt": {
        "type": "object",
        "required": ["rate", "bare", "number", "each", "text", "any"],
        "properties": {
          "rate": { "type": ["string", "null"], "enum": ["a", "b", null] },
          "bare": { "enum": ["a", "b", null] },
          "number": { "type": ["integer", "null"], "enum": [8, 10, null] },
          "each": { "type": "array", "items": { "enum": ["a", null] } },
          "text": { "type": ["string", "null"] },
          "any": { "anyOf": [{ "type": "string" }, { "type": "null" }] }
        }
      }
    }
  }
}
JSON
cd "$folder"
npx --no swagger-typescript-api generate -p api.json -o . -n api.ts >/dev/null
npx --no openapi-typescript api.json -o other.d.ts >/dev/null 2>&1
echo 'swagger-typescript-api 13.13.0:'
sed -n '/^export interface Receipt /,/^}/p' api.ts | tee type.txt
echo 'openapi-typescript 7.13.0:'
grep -E '^ +rate: ' other.d.ts
grep -q '^  rate: "a" | "b";$' type.txt && grep -q '^  bare: "a" | "b";$' type.txt &&
  grep -q '^  number: 8 | 10;$' type.txt && grep -q '^  each: "a"\[\];$' type.txt &&
  grep -q '^  text: string | null;$' type.txt && grep -q '^  any: string | null;$' type.txt &&
  grep -q '^ *rate: "a" | "b" | null;$' other.d.ts
