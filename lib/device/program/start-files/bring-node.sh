# Brings the chosen build into the folder; says why if it cannot.
bring_node() {
  part=.kura/node/$$.part
  (
    PATH=$tools:$PATH
    umask go-w
    unpack_node
  )
  brought=$?
  rm -rf "$part"
  return "$brought"
}

# Whether the chosen build failed to run here in the last seven days; a sync then does not fetch it again.
was_unfit() (
  PATH=$tools:$PATH
  [ -n "$(find ".kura/node/$version/does-not-run" -mtime -7 2>/dev/null)" ]
)

unpack_node() {
  for tool in tar "$(command -v sha256sum || echo shasum)"; do
    command -v "$tool" >/dev/null || { say {{noTool}}; return 1; }
  done
  mkdir -p "$part" || { say {{noRoom}}; return 1; }
  has_prepared || fetch_node || return 1
  node=$part/${name%.tar.gz}/bin/node
  tar -x -z -o -f "$archive" -C "$part" "${name%.tar.gz}/bin/node" || { say {{noRoom}}; return 1; }
  if [ "$("$node" --version)" != "v$version" ]; then
    mkdir -p ".kura/node/$version" && : >".kura/node/$version/does-not-run"
    say {{doesNotRun}}
    return 1
  fi
  # what a power cut leaves must not have the name of a whole build
  sync
  mkdir -p ".kura/node/$version/bin" && mv -f "$node" ".kura/node/$version/bin/node" || { say {{noRoom}}; return 1; }
  rm -f ".kura/node/$name"
}

# Whether kura enrol --with-node has put the chosen build into the folder.
has_prepared() {
  archive=.kura/node/$name
  is_whole
}

is_whole() (
  PATH=$tools:$PATH
  [ -f "$archive" ] || return 1
  if command -v sha256sum >/dev/null; then
    sum=$(sha256sum <"$archive")
  else
    sum=$(shasum -a 256 <"$archive" 2>/dev/null)
  fi
  [ "${sum%% *}" = "$sha256" ]
)

fetch_node() {
  tool=curl
  command -v "$tool" >/dev/null || { say {{noTool}}; return 1; }
  archive=$part/$name
  set -- --fail --location --globoff --show-error --connect-timeout 30 --speed-limit 1000 --speed-time 60 --max-time 1800
  if [ -t 2 ]; then set -- "$@" --progress-bar; else set -- "$@" --silent; fi
  [ -z "${HTTPS_PROXY-}${https_proxy-}${ALL_PROXY-}${all_proxy-}" ] || proxy=
  download "$@" ${proxy:+--proxy "$proxy"}
  ended=$?
  case $ended:$proxy in
  *:) ;;
  # outside the company's network, nothing answers at the proxy's name
  5:* | 7:* | 28:* | 56:* | 97:*)
    download "$@"
    ended=$?
    ;;
  esac
  case $ended in
  0) is_whole || { say {{wrong}}; return 1; } ;;
  # 63 is curl's own limit, 153 that of ulimit (SIGXFSZ)
  63 | 153) say {{wrong}}; return 1 ;;
  22) say {{refused}}; return 1 ;;
  23) say {{noRoom}}; return 1 ;;
  35 | 51 | 58 | 60 | 77) say {{certificate}}; return 1 ;;
  18 | 28 | 52 | 55 | 56) say {{cutOff}}; return 1 ;;
  *) say {{unreachable}}; return 1 ;;
  esac
}

# curl before 8.4 does not limit an answer without a length, so ulimit limits the file too, in blocks of 512 bytes.
download() (
  ulimit -c 0
  ulimit -f $((bytes / 512 + 1))
  curl "$@" --max-filesize "$bytes" --output "$archive" --url "$source/v$version/$name"
)
