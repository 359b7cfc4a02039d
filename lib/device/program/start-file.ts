import type { Language } from '../../core/language/language.ts'
import type { PinnedNode } from './node-build.ts'

export const DEVICE_PROGRAM_NAME = 'kura-device.mjs'

/** The program that runs if the device program does not start. */
export const PREVIOUS_PROGRAM_NAME = 'kura-device.previous.mjs'

/** The start files in the order in which README.txt names them. */
export const START_FILES = {
  windows: 'start-windows.cmd',
  macos: 'start-macos.command',
  linux: 'start-linux.sh',
} as const

/** The word that says what a start file does; without a word, it installs. */
export type StartWord = 'install' | 'sync' | 'status' | 'uninstall'

/** The facts that enrolment writes into the start files of all systems. */
export interface StartFacts {
  /** The language of the person at the device. */
  readonly language: Language
  readonly proxy?: string | undefined
  readonly node: PinnedNode
}

export function startFileOf(platform: NodeJS.Platform): string {
  if (platform === 'win32') return START_FILES.windows
  return platform === 'darwin' ? START_FILES.macos : START_FILES.linux
}

export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The command that a person types in the device's folder: `sh start-linux.sh status`. */
export function startCommand(word: StartWord, platform: NodeJS.Platform): string {
  const file = startFileOf(platform)
  return platform === 'win32' ? `${file} ${word}` : `sh ${file} ${word}`
}
