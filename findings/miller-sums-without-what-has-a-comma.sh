#!/bin/sh
# Miller 6.6.0 (Debian 12), verb stats1
# Expected: an amount with separators, "1,200", is a text for Miller (its help says so of all that is no number). A sum of
#   texts is `(error)`, as it is in an expression (`$a + $b`), or at least the mean is the sum divided by the count.
# Seen: stats1 leaves the texts out of sum and mean without a word, and counts them in `count`; the same holds for
#   numbers with zeros in front, which are texts too. Of 800, "1,200" and "3,000", as a bank's file has them, the sum is
#   800, the mean 800, the count 3, and the maximum "3,000". Only the amounts below a thousand yen are in the sum.
set -eu
for tool in mlr; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mlr --version
printf '日付,金額\n10/1,800\n10/2,"1,200"\n10/3,"3,000"\n' > "$folder/bank.csv"
cat "$folder/bank.csv"
seen=$(mlr --icsv --ojson stats1 -a sum,mean,count,max -f 金額 "$folder/bank.csv")
in_expression=$(mlr --icsv --ojson put -q '@sum += $金額; end { emit @sum }' "$folder/bank.csv")
echo "stats1:        " $seen
echo "an expression: " $in_expression
case $(echo $seen) in
  *'_sum": 800,'*'_mean": 800,'*'_count": 3,'*'_max": "3,000"'*) ;;
  *) exit 1 ;;
esac
case $in_expression in *'(error)'*) exit 0 ;; *) exit 1 ;; esac
