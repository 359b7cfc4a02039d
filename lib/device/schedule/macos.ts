import { HOURS, minuteOf, type SyncTask, xmlText } from './task.ts'

export function agentLabel(name: string): string {
  return `kura.${name}`
}

/** From this many bytes on, a run begins the file of its errors anew, because launchd only appends to it. */
const LONGEST_LOG = 65_536

/** The command itself limits the file of the errors, `$1`, because the start file, `$0`, may be unreadable. */
const COMMAND = `[ $(wc -c <"$1") -le ${LONGEST_LOG} ] || true >"$1"; exec /bin/sh "$0" sync`

export function agentWords({ startFile }: SyncTask, log: string): string[] {
  return ['/bin/sh', '-c', COMMAND, startFile, log]
}

/** launchd.plist(5): the system makes up for a run missed in a sleep; `RunAtLoad` also runs the task at each login. */
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
