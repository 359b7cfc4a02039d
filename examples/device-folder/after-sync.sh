#!/bin/sh
# Syncs the folder of a device, then copies its files to where another program reads them.
# usage: after-sync.sh FOLDER TARGET
set -eu

folder=${1:?"usage: $0 FOLDER TARGET"}
target=${2:?"usage: $0 FOLDER TARGET"}

# `kura sync` ends with 0 only if every file of the release is on the disk as the publisher signed it
npx --no kura sync --dir "$folder"

# the reader never sees half of a copy: between the two moves it finds no folder for a moment, then the whole new one
rm -rf "$target.new" "$target.old"
cp -R "$folder" "$target.new"
# the device's key and its records stay with the device
rm -rf "$target.new/.kura" "$target.new/credentials.json"
if [ -e "$target" ]; then mv "$target" "$target.old"; fi
mv "$target.new" "$target"
rm -rf "$target.old"
echo "copied $(find "$target" -type f | wc -l | tr -d ' ') files to $target"
