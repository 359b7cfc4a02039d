#!/bin/sh
# Ghostscript 10.00.0 (Debian 12: 10.0.0~dfsg-11+deb12u9), device pdfwrite, read by pdfinfo (poppler 22.12.0)
# Expected: the title of a document stands twice in a PDF, in the information dictionary and in the XMP metadata; ISO
#   32000-2 (14.3.3) keeps only the second. Ghostscript writes the XMP from the dictionary, in UTF-8, so both say the
#   same in every script.
# Seen: the dictionary keeps 領収書, and the XMP has U+FFFD in place of each character beyond Latin-1; é is right in
#   both, so a test with an accent does not show it. A subject or an author in Japanese is lost in the same way. Most
#   programs show the dictionary, and those that index or archive read the XMP, where the title of every Japanese file
#   that was made smaller with Ghostscript is `���`.
set -eu
for tool in gs pdfinfo; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/page.ps" <<'PS'
%!PS
[ /Title <FEFF9818 53CE 66F8 0020 0032 0030 0032 0036> /Author <FEFF0043 0061 0066 00E9> /Subject <FEFF6771 4EAC> /DOCINFO pdfmark
/Helvetica findfont 12 scalefont setfont 72 720 moveto (page) show showpage
PS
gs --version
gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -o "$folder/page.pdf" "$folder/page.ps" || exit 2
pdfinfo "$folder/page.pdf" | grep -E '^(Title|Author|Subject)' | tee "$folder/dictionary"
pdfinfo -meta "$folder/page.pdf" | grep -oE '<dc:(title|creator|description)>.*</dc:(title|creator|description)>' |
  sed -E 's/<\/dc:[a-z]*>/\n/g; s/<[^>]*>//g' | grep . | tee "$folder/xmp"
lost=$(printf '\357\277\275')
printf '%s\n' "$lost$lost$lost 2026" 'Café' "$lost$lost" | cmp -s - "$folder/xmp" &&
  grep -q '領収書 2026' "$folder/dictionary" && grep -q '東京' "$folder/dictionary"
