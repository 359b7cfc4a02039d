#!/bin/sh
# Sends a GET that is signed as kura-v1 (RFC 9421), with curl and openssl.
# usage: signed-get.sh KEY-FILE PATH     example: signed-get.sh operator.json '/api/admin/devices'
set -eu

key_file=${1:?"usage: $0 KEY-FILE PATH"}
target=${2:?"usage: $0 KEY-FILE PATH"}

member() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" "$key_file"; }

url=$(member url)
keyid=$(member keyid)
# 43 characters of base64url are 32 bytes
secret=$(printf '%s=' "$(member secret)" | tr '_-' '/+' | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')

authority=${url#*://}
path=${target%%\?*}
case $target in *\?*) query="?${target#*\?}" ;; *) query='?' ;; esac

created=$(date +%s)
nonce=$(openssl rand -base64 16 | tr '+/' '-_' | tr -d '=')
params="(\"@method\" \"@authority\" \"@path\" \"@query\");created=$created;expires=$((created + 60))"
params="$params;keyid=\"$keyid\";nonce=\"$nonce\";alg=\"hmac-sha256\";tag=\"kura-v1\""

# the text that is signed has no newline at its end
base=$(printf '"@method": GET\n"@authority": %s\n"@path": %s\n"@query": %s\n"@signature-params": %s' \
  "${authority%/}" "$path" "$query" "$params")
signature=$(printf '%s' "$base" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$secret" -binary | openssl base64 -A)

curl --silent --show-error --fail-with-body \
  --header "Signature-Input: kura=$params" \
  --header "Signature: kura=:$signature:" \
  "${url%/}$target"
echo
