/** The daily task on macOS: a launch agent of the user. */
import { type DailyTask, timeOf, wordsOf, xmlText } from './task.ts'

export function agentLabel(name: string): string {
  return `kura.${name}`
}

/**
 * Returns the launch agent. launchd.plist(5): a run that was missed in sleep is made up for on waking; `RunAtLoad` also
 * runs it at each login.
 */
export function agentPlist(task: DailyTask): string {
  const { hour, minute } = timeOf(task)
  const words = wordsOf(task).map(word => `    <string>${xmlText(word)}</string>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    `  <key>Label</key><string>${agentLabel(task.name)}</string>`,
    '  <key>ProgramArguments</key><array>',
    ...words,
    '  </array>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>StartCalendarInterval</key><dict>',
    `    <key>Hour</key><integer>${hour}</integer>`,
    `    <key>Minute</key><integer>${minute}</integer>`,
    '  </dict>',
    '</dict></plist>',
    '',
  ].join('\n')
}
