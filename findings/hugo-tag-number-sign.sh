#!/bin/sh
# hugo 0.111.3-1 (Debian 12)
# Expected: a tag's page has an address that a browser can open. `C#` gives /tags/c%23/ (or a name without the sign), as
#   a Japanese tag gives its percent-encoded name, and two tags of different names have two pages.
# Seen: the sitemap says /tags/c#/ with a bare number sign. A browser drops what follows it and asks for /tags/c. The page
#   lies in the folder `c#`, which only /tags/c%23/ opens. `㈱田中` and `田中` share one page, which has one title: the
#   sign ㈱ is dropped without a warning.
set -eu
command -v hugo >/dev/null || { echo 'hugo is missing'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/content/posts" "$folder/layouts/_default"
printf 'baseURL = "https://example.com/"\n' > "$folder/config.toml"
echo '{{ range .Site.Taxonomies.tags }}{{ .Page.RelPermalink }} {{ end }}' > "$folder/layouts/index.html"
echo '{{ .Title }}: {{ len .Pages }}' > "$folder/layouts/_default/list.html"
echo '{{ .Title }}' > "$folder/layouts/_default/single.html"
number=0
for tag in 'C' 'C#' '㈱田中' '田中' '大阪'; do
  number=$((number + 1))
  printf -- '---\ntitle: "%s"\ntags: ["%s"]\n---\n' "$number" "$tag" > "$folder/content/posts/$number.md"
done
hugo --quiet --source "$folder" --destination "$folder/out"
echo "$(hugo version | cut -d' ' -f2): tags with signs"
sed -n 's:.*<loc>https\://example.com\(/tags/..*\)</loc>.*:\1:p' "$folder/out/sitemap.xml" | sort | tee "$folder/seen"
(cd "$folder/out" && for page in tags/*/index.html; do echo "$page  $(cat "$page")"; done) | tee "$folder/pages"
cat > "$folder/described" <<'TEXT'
/tags/%E5%A4%A7%E9%98%AA/
/tags/%E7%94%B0%E4%B8%AD/
/tags/c#/
/tags/c/
TEXT
export LC_ALL=C
sort "$folder/seen" | cmp -s - "$folder/described" || exit 1
grep -q '^tags/c#/index.html' "$folder/pages" && grep -q '^tags/田中/index.html .*: 2$' "$folder/pages"
