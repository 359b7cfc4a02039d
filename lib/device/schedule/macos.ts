import { HOURS, minuteOf, type SyncTask, xmlText } from './task.ts'

export function agentLabel(name: string): string {
  return `kura.${name}`
}

/** The size in bytes from which a run begins the file of its errors anew. launchd itself only appends to the file. */
const LONGEST_LOG = 65_536

/** The command itself limits the file of errors `$1`, because a run may be unable to read the start file `$0`. */
const COMMAND = `[ $(wc -c <"$1") -le ${LONGEST_LOG} ] || true >"$1"; exec /bin/sh "$0" sync`

export function agentWords({ startFile }: SyncTask, log: string): string[] {
  return ['/bin/sh', '-c', COMMAND, startFile, log]
}

/** The agent (launchd.plist(5)): runs missed in a sleep are made up for, and `RunAtLoad` adds one at each login. */
export function agentPlist(task: SyncTask, log: string): string {
  const words = agentWords(task, log).map(word => `    <string>${xmlText(word)}</string>`)
  const minute = minuteOf(task)
  const times = HOURS.map(
    hour =>
      `    <dict><key>Hour</key><integer>${hour}</integer><key>Minute</key><integer>${minute}</integer></dict>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    `  <key>Label</key><string>${agentLabel(task.name)}</string>`,
    '  <key>ProgramArguments</key><array>',
    ...words,
    '  </array>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>StartCalendarInterval</key><array>',
    ...times,
    '  </array>',
    `  <key>StandardErrorPath</key><string>${xmlText(log)}</string>`,
    '</dict></plist>',
    '',
  ].join('\n')
}
