/**
 * The daily task on Windows, as the XML of the Task Scheduler ([MS-TSCH] 2.5): a task made with the options of
 * `schtasks` would not run on battery and would not make up for a missed run.
 */
import { clockText, type DailyTask, wordsOf, xmlText } from './task.ts'

export function taskName(name: string): string {
  return `kura\\${name}`
}

/**
 * Returns a quoted argument. A path has no quotes; a backslash at its end would escape the closing quote, so `.` is
 * added.
 */
function argument(word: string): string {
  return `"${word.endsWith('\\') ? `${word}.` : word}"`
}

export function taskXml(task: DailyTask): string {
  const [command = '', ...words] = wordsOf(task)
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    `  <RegistrationInfo><Description>kura sync of ${task.name}, daily</Description></RegistrationInfo>`,
    '  <Triggers><CalendarTrigger>',
    `    <StartBoundary>2026-01-01T${clockText(task)}:00</StartBoundary>`,
    '    <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>',
    '  </CalendarTrigger></Triggers>',
    '  <Principals><Principal id="Author">',
    '    <LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel>',
    '  </Principal></Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <StartWhenAvailable>true</StartWhenAvailable>',
    '    <RunOnlyIfNetworkAvailable>true</RunOnlyIfNetworkAvailable>',
    '    <ExecutionTimeLimit>PT1H</ExecutionTimeLimit>',
    '  </Settings>',
    '  <Actions Context="Author"><Exec>',
    `    <Command>${xmlText(command)}</Command>`,
    `    <Arguments>${xmlText(words.map(argument).join(' '))}</Arguments>`,
    '  </Exec></Actions>',
    '</Task>',
    '',
  ].join('\r\n')
}

/** Returns the file as `schtasks /XML` reads it: UTF-16 with a byte order mark. */
export function taskFile(task: DailyTask): Buffer {
  return Buffer.from(`\ufeff${taskXml(task)}`, 'utf16le')
}
