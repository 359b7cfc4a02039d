/** This machine, for `schedule.ts`. */
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import type { Ended, Machine } from './schedule.ts'

const NO_COMMAND = 127

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), uid: process.getuid?.(), run: runCommand }
}

function runCommand(command: string, words: readonly string[], input = ''): Promise<Ended> {
  return new Promise(resolve => {
    const child = execFile(command, [...words], { windowsHide: true }, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : NO_COMMAND) : 0
      resolve({ status, stdout, stderr: stderr || (error?.message ?? '') })
    })
    // a command that does not start or reads nothing closes its input
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
