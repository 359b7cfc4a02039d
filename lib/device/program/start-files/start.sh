#!/bin/sh
# Starts the device program with the Node of this folder (.kura/node), which it fetches if there is none.
# Words: install (the default), sync, status, uninstall. "sync" never asks and never waits for a person.

[ -z "${ZSH_VERSION-}" ] || emulate sh
case $0 in
*/*) CDPATH='' cd "${0%/*}/" || exit 1 ;;
esac
# options that the user has set for other programs must not change how this Node runs
unset NODE_OPTIONS NODE_PATH
tools=/usr/bin:/bin:/usr/sbin:/sbin
source=${KURA_NODE_MIRROR:-{{dist}}}
source=${source%/}
# the address that is shown contains no user name and no password
rest=${source#*://}
host=${rest%%/*}
mirror=${source%"$rest"}${host##*@}${rest#"$host"}
proxy={{proxy}}

{{say}}

# Ends; a window that was opened by a double-click stays open until Enter.
finish() {
  if [ "$word" = install ] && [ -t 0 ]; then
    printf '%s ' "$(say {{pause}})"
    read -r answer
  fi
  exit "$1"
}

is_number() {
  case $1 in
  '' | *[!0123456789]* | 0?* | ????*) return 1 ;;
  esac
}

# Whether $1 is a version such as 24.21.0.
is_version() {
  case $1 in
  *.*.*) ;;
  *) return 1 ;;
  esac
  rest=${1#*.}
  is_number "${1%%.*}" && is_number "${rest%%.*}" && is_number "${rest#*.}"
}

rank() {
  rest=${1#*.}
  echo $((${1%%.*} * 1000000 + ${rest%%.*} * 1000 + ${rest#*.}))
}

newer() {
  [ "$(rank "$1")" -gt "$(rank "$2")" ]
}

# Prints the name of this system's builds, such as linux-x64.
find_platform() (
  PATH=$tools:$PATH
  kernel=$(uname -s)
  machine=$(uname -m)
  # a shell under Rosetta says x86_64
  [ "$kernel" = Darwin ] && [ "$(sysctl -n hw.optional.arm64 2>/dev/null)" = 1 ] && machine=arm64
  case $kernel/$machine in
  Darwin/arm64) platform=darwin-arm64 ;;
  Darwin/x86_64) platform=darwin-x64 ;;
  Linux/x86_64) platform=linux-x64 ;;
  Linux/aarch64 | Linux/arm64) platform=linux-arm64 ;;
  *)
    say {{unsupported}} >&2
    return 1
    ;;
  esac
  if [ "$kernel" = Darwin ]; then
    system=$(sw_vers -productVersion)
    rest=${system#*.}
    if [ "${system%%.*}" -lt 13 ] || { [ "${system%%.*}" -eq 13 ] && [ "${rest%%.*}" -lt 5 ]; }; then
      say {{oldMacos}} >&2
      return 1
    fi
  else
    libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
    minor=${libc#glibc 2.}
    if ! is_number "$minor" || [ "$minor" -lt 28 ] || [ "$(getconf LONG_BIT)" != 64 ]; then
      say {{noGlibc}} >&2
      return 1
    fi
  fi
  echo "$platform"
)

# Sets the build that this folder should have: that of the start file, or a newer one that the device program has
# written into .kura/node.txt, if every word there is well-formed.
choose_build() {
  version={{version}}
  case $platform in
{{builds}}
  esac
  name=node-v$version-$platform.tar.gz
  [ -f .kura/node.txt ] || return 0
  {
    IFS=' ' read -r new_version new_name new_sha256 new_bytes more || return 0
    IFS= read -r line
  } <.kura/node.txt
  is_version "$new_version" && newer "$new_version" "$version" || return 0
  [ "$new_name" = "node-v$new_version-$platform.tar.gz" ] && [ -z "$more$line" ] || return 0
  case $new_sha256$new_bytes in
  *[!0123456789abcdef]*) return 0 ;;
  esac
  case $new_bytes in
  '' | 0* | *[!0123456789]* | ??????????*) return 0 ;;
  esac
  [ ${#new_sha256} -eq 64 ] || return 0
  version=$new_version name=$new_name sha256=$new_sha256 bytes=$new_bytes
}

# Sets the newest version that the folder has: each was verified before it got its name.
find_node() {
  own=
  for found in .kura/node/*/bin/node; do
    [ -f "$found" ] && [ -x "$found" ] || continue
    found=${found#.kura/node/}
    found=${found%/bin/node}
    is_version "$found" || continue
    if [ -z "$own" ] || newer "$found" "$own"; then own=$found; fi
  done
}

# Removes what killed runs have left.
remove_parts() {
  for left in .kura/node/*.part; do
    run=${left##*/}
    run=${run%.part}
    case $run in
    *[!0123456789]*) ;;
    *) kill -0 "$run" 2>/dev/null || rm -rf "$left" ;;
    esac
  done
}

{{bringNode}}

starts() {
  [ -f "$1" ] || return 1
  case $("$node" "$1" --version 2>/dev/null </dev/null) in
  'kura-device '*) ;;
  *) return 1 ;;
  esac
}

word=${1-install}
case $#:$word in
0:* | 1:install | 1:sync | 1:status | 1:uninstall) ;;
*)
  say {{usage}} >&2
  exit 2
  ;;
esac
if [ ! -f {{program}} ] && [ ! -f {{previous}} ]; then
  say {{incomplete}} >&2
  finish 1
fi

node=${KURA_NODE-}
if [ -z "$node" ]; then
  find_node
  case $word in
  install | sync) remove_parts ;;
  esac
  if [ -z "$own" ]; then
    case $word in
    status | uninstall)
      say {{noNode}} >&2
      exit 1
      ;;
    esac
    platform=$(find_platform) || finish 1
    choose_build
    if [ "$word" = sync ] && was_unfit; then
      say {{doesNotRun}} >&2
      exit 1
    fi
    megabytes=$((bytes / 1000000))
    if ! has_prepared; then
      say {{fetches}}
      if [ "$word" = install ] && [ -t 0 ]; then
        printf '%s ' "$(say {{ask}})"
        read -r answer || answer=no
        case $answer in
        '' | [Yy]*) ;;
        *)
          say {{declined}}
          finish 1
          ;;
        esac
      fi
    fi
    bring_node >&2 || finish 1
    own=$version
  fi
  node=.kura/node/$own/bin/node
fi

# Node keeps the compiled program, which speeds up this start test and the next sync
case $word in
install | sync) export NODE_COMPILE_CACHE=.kura/compiled ;;
esac
if starts {{program}}; then
  program={{program}}
elif starts {{previous}}; then
  program={{previous}}
  say {{usesPrevious}} >&2
else
  if [ -n "$("$node" --version 2>/dev/null)" ]; then
    say {{noProgram}} >&2
  else
    say {{noStart}} >&2
  fi
  finish 1
fi
"$node" "$program" "$word" --dir .
ended=$?

# a newer build is fetched only now, after the work; the next start uses it
case $word in
install | sync)
  if [ -z "${KURA_NODE-}" ] && platform=$(find_platform 2>/dev/null); then
    choose_build
    if newer "$version" "$own" && ! was_unfit; then
      bring_node >&2 || say {{notYet}} >&2
    fi
  fi
  ;;
esac
finish "$ended"
