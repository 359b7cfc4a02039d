/**
 * Writes the start files of an enrolled folder, one for each system: each runs the device program with Node, or says
 * where to get Node. The files are ASCII, because a console may use any code page.
 */

/** The names of the start files, in the order of README.txt. */
export const START_FILES = {
  windows: 'start-windows.cmd',
  macos: 'start-macos.command',
  linux: 'start-linux.sh',
} as const

/** The name of the device program's file. */
export const DEVICE_PROGRAM_NAME = 'kura-device.mjs'

const OLDEST_NODE = 20
const MISSING = `kura needs Node ${OLDEST_NODE} or newer: install it from https://nodejs.org, then open this file again.`
const INCOMPLETE =
  'kura-device.mjs is missing: copy the whole folder, and extract it first if it is compressed.'

/**
 * The script that checks the version of Node: it exits with 0 only if Node is new enough. It contains no quotes, so
 * that every shell passes it unchanged.
 */
const CHECK = `process.exit(parseInt(process.versions.node) < ${OLDEST_NODE} ? 1 : 0)`

export function windowsStartFile(): string {
  return [
    '@echo off',
    'setlocal',
    `if not exist "%~dp0${DEVICE_PROGRAM_NAME}" (`,
    `  echo ${INCOMPLETE}`,
    '  pause',
    '  exit /b 1',
    ')',
    'set "NODE=node"',
    'where node >nul 2>nul || set "NODE=%ProgramFiles%\\nodejs\\node.exe"',
    `"%NODE%" -e "${CHECK}" >nul 2>nul`,
    'if errorlevel 1 (',
    `  echo ${MISSING}`,
    '  pause',
    '  exit /b 1',
    ')',
    `"%NODE%" "%~dp0${DEVICE_PROGRAM_NAME}" install --dir "%~dp0."`,
    'set "STATUS=%errorlevel%"',
    'pause',
    'exit /b %STATUS%',
    '',
  ].join('\r\n')
}

/** Returns the start file for macOS and Linux. A window opened by a double-click stays open until Enter. */
export function shellStartFile(): string {
  return `#!/bin/sh
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
  if "$node" -e '${CHECK}' >/dev/null 2>&1; then
    "$node" ${DEVICE_PROGRAM_NAME} install --dir .
    finish "$?"
  fi
done
echo '${MISSING}'
finish 1
`
}
