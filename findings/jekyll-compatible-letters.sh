#!/bin/sh
# jekyll 4.3.1+dfsg-3+deb12u1 with ruby-addressable 2.8.1 (Debian 12)
# Expected: `{{ page.url | relative_url }}` is the page's own address, with percent-encoding. Jekyll's documentation says
#   that the filter prepends `baseurl`. ㈱, full-width and half-width letters and circled numbers are characters of their
#   own in an address.
# Seen: the filter also replaces them by their compatible letters (NFKC): it links `/㈱田中/` as `/(株)田中/`, `/第①回/` as
#   `/第1回/`, `/Ａ社/` as `/A社/`, half-width katakana as full-width. The file keeps its name, so the link leads nowhere.
set -eu
for tool in jekyll ruby; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LC_ALL=C.UTF-8
mkdir "$folder/site"
echo 'title: letters' > "$folder/site/_config.yml"
number=0
for name in '㈱田中' 'Ａ社' 'ｶﾀｶﾅ' '第①回' '大阪'; do
  number=$((number + 1))
  printf -- '---\npermalink: /%s/\n---\n{{ page.url | relative_url }}' "$name" > "$folder/site/$number.html"
done
jekyll build --quiet --disable-disk-cache --source "$folder/site" --destination "$folder/out"
echo "$(jekyll --version): relative_url changes letters"
cat > "$folder/show.rb" <<'RUBY'
require 'addressable'
require 'uri'
puts "addressable #{Addressable::VERSION::STRING}"
expected = { '㈱田中' => '(株)田中', 'Ａ社' => 'A社', 'ｶﾀｶﾅ' => 'カタカナ', '第①回' => '第1回', '大阪' => '大阪' }
same = expected.map do |name, described|
  link = URI.decode_www_form_component(File.read("#{ARGV[0]}/#{name}/index.html"))
  puts "folder /#{name}/  link #{link}  #{File.exist?(ARGV[0] + link) ? 'found' : 'nothing there'}"
  link == "/#{described}/" && File.exist?(ARGV[0] + link) == (name == described)
end
exit same.all? ? 0 : 1
RUBY
ruby -E UTF-8 "$folder/show.rb" "$folder/out"
