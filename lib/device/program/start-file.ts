/** The programs in the folder of a device, and the start files with which people and the scheduled task start them. */

export const DEVICE_PROGRAM_NAME = 'kura-device.mjs'

/** The previous program, which the start file runs if the device program does not start. */
export const PREVIOUS_PROGRAM_NAME = 'kura-device.previous.mjs'

/** The names of the start files, in the order in which README.txt names them. */
export const START_FILES = {
  windows: 'start-windows.cmd',
  macos: 'start-macos.command',
  linux: 'start-linux.sh',
} as const

/** The word that says what a start file does; by default, it installs. */
export type StartWord = 'install' | 'sync' | 'status' | 'uninstall'

export function startFileOf(platform: NodeJS.Platform): string {
  if (platform === 'win32') return START_FILES.windows
  return platform === 'darwin' ? START_FILES.macos : START_FILES.linux
}

export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The command that a person types in the folder of the device: `sh start-linux.sh status`. */
export function startCommand(word: StartWord, platform: NodeJS.Platform): string {
  const file = startFileOf(platform)
  return platform === 'win32' ? `${file} ${word}` : `sh ${file} ${word}`
}
