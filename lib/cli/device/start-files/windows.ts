/**
 * The start file for Windows: it runs the device program with Node, or says where to get Node. The file is ASCII,
 * because a console may use any code page.
 */
import { DEVICE_PROGRAM_NAME, INCOMPLETE, MISSING_NODE, NODE_CHECK, type StartFacts } from './names.ts'

export function windowsStartFile({ node: { version, builds } }: StartFacts): string {
  return [
    '@echo off',
    `rem Node ${version} ${builds.windows.name} ${builds.windows.sha256}`,
    'setlocal',
    `if not exist "%~dp0${DEVICE_PROGRAM_NAME}" (`,
    `  echo ${INCOMPLETE}`,
    '  pause',
    '  exit /b 1',
    ')',
    'set "NODE=node"',
    'where node >nul 2>nul || set "NODE=%ProgramFiles%\\nodejs\\node.exe"',
    `"%NODE%" -e "${NODE_CHECK}" >nul 2>nul`,
    'if errorlevel 1 (',
    `  echo ${MISSING_NODE}`,
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
