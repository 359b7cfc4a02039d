/** The start file for macOS and Linux: it runs the device program with Node, or says where to get Node. */
import { DEVICE_PROGRAM_NAME, INCOMPLETE, MISSING_NODE, NODE_CHECK, type StartFacts } from './names.ts'

/** Returns the start file for macOS and Linux. A window opened by a double-click stays open until Enter. */
export function shellStartFile({ node: { version } }: StartFacts): string {
  return `#!/bin/sh
# Node ${version}
cd "$(dirname "$0")" || exit 1

finish() {
  if [ -t 0 ]; then
    printf 'Press Enter to close. '
    read -r _
  fi
  exit "$1"
}

if [ ! -f ${DEVICE_PROGRAM_NAME} ]; then
  echo '${INCOMPLETE}'
  finish 1
fi
for node in node /opt/homebrew/bin/node /usr/local/bin/node /usr/bin/node; do
  if "$node" -e '${NODE_CHECK}' >/dev/null 2>&1; then
    "$node" ${DEVICE_PROGRAM_NAME} install --dir .
    finish "$?"
  fi
done
echo '${MISSING_NODE}'
finish 1
`
}
