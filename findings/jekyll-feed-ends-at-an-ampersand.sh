#!/bin/sh
# jekyll 4.3.1+dfsg-3+deb12u1 with ruby-jekyll-feed 0.17.0-1 and ruby-jekyll-sitemap 1.4.0-2 (Debian 12)
# Expected: jekyll-feed writes an Atom feed of the posts, and the documentation of Jekyll puts a post's categories into
#   its address. An address may have `&`, which XML writes as `&amp;`, as the feed's titles, ids and `xml:base` have it.
# Seen: in the `link` of an entry the `&` stays bare. One post of the category `R&D`, or of a file such as `q&a.md`, makes
#   the whole feed malformed: a reader that follows XML shows no post at all. The build says nothing. The sitemap of the
#   same site is right.
set -eu
for tool in jekyll ruby; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export LC_ALL=C.UTF-8
cat > "$folder/show.rb" <<'RUBY'
require 'rexml/document'
def read(file)
  document = REXML::Document.new(File.read(file))
  "#{document.root.elements.to_a.count { |part| %w[entry url].include?(part.name) }} posts"
rescue REXML::ParseException
  'malformed'
end
puts(%w[feed.xml sitemap.xml].map { |name| "#{name}: #{read("#{ARGV[0]}/#{name}")}" }.join(', '))
RUBY
# prints what a reader of XML finds in a site with the post $2 of the category $1
posts() {
  rm -rf "$folder/site" "$folder/out"
  mkdir -p "$folder/site/_posts"
  printf 'url: https://example.com\ntitle: posts\nplugins: [jekyll-feed, jekyll-sitemap]\n' > "$folder/site/_config.yml"
  printf -- '---\ntitle: First\ncategories: [news]\n---\ntext\n' > "$folder/site/_posts/2026-01-01-first.md"
  printf -- '---\ntitle: R&D\ncategories: [%s]\n---\ntext\n' "$1" > "$folder/site/_posts/2026-01-02-$2.md"
  jekyll build --quiet --disable-disk-cache --source "$folder/site" --destination "$folder/out"
  ruby -E UTF-8 "$folder/show.rb" "$folder/out"
}
jekyll --version
ruby -e 'puts Gem::Specification.select { |gem| gem.name =~ /^jekyll-(feed|sitemap)$/ }.map { |gem| "#{gem.name} #{gem.version}" }'
{
  echo "category news, file second.md   $(posts news second)"
  echo "category R&D,  file second.md   $(posts 'R&D' second)"
  echo "category news, file q&a.md      $(posts news 'q&a')"
} | tee "$folder/seen"
grep -o '<link[^>]*&-*a[^>]*>' "$folder/out/feed.xml" || true
cat > "$folder/described" <<'TEXT'
category news, file second.md   feed.xml: 2 posts, sitemap.xml: 2 posts
category R&D,  file second.md   feed.xml: malformed, sitemap.xml: 2 posts
category news, file q&a.md      feed.xml: malformed, sitemap.xml: 2 posts
TEXT
cmp -s "$folder/seen" "$folder/described"
