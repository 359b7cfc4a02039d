#!/bin/sh
# csvkit 1.0.7 with agate 1.6.3 and parsedatetime 2.6 (Debian 12), programs csvsort and csvjson
# Expected: csvkit infers the types of columns; --no-inference leaves that out. A day without a year, 4/7, is a text, or a
#   day of this year or the next, as for parsedatetime alone. A sort changes the order of the rows, and no cell.
# Seen: if all cells of a column read so, csvsort writes 4/7 as 2001-04-07 and the part number 1-2 as 2001-01-02; csvjson,
#   csvlook and csvsql do the same. agate gives parsedatetime a day of the year 1 as today, and parsedatetime adds 2000
#   to a year below 100. There is no message, and the column looks like one of days. If one cell has another text, such
#   as A-3, the whole column stays as it is.
set -eu
for tool in csvsort csvjson; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
csvsort --version
printf '日,品名,型番,金額\n4/8,紙,1-2,1100\n4/7,ペン,5-6,220\n' > "$folder/table.csv"
printf '日,品名,型番,金額\n4/8,紙,1-2,1100\n4月7日,ペン,A-3,220\n' > "$folder/other.csv"
cat "$folder/table.csv"
echo 'csvsort:'
csvsort -c 金額 "$folder/table.csv" | tee "$folder/sorted.csv"
echo 'csvjson:'
csvjson "$folder/table.csv" | tee "$folder/table.json"
echo
echo 'csvsort, beside another text:'
csvsort -c 金額 "$folder/other.csv" | tee "$folder/kept.csv"
printf '日,品名,型番,金額\n2001-04-07,ペン,2001-05-06,220\n2001-04-08,紙,2001-01-02,1100\n' | cmp -s - "$folder/sorted.csv" &&
  grep -q '"2001-04-08".*"2001-01-02"' "$folder/table.json" &&
  printf '日,品名,型番,金額\n4月7日,ペン,A-3,220\n4/8,紙,1-2,1100\n' | cmp -s - "$folder/kept.csv"
