/**
 * The task is XML ([MS-TSCH] 2.5), because a task of `schtasks` options runs neither on battery nor after a missed
 * time.
 */
import { clockTexts, type SyncTask, xmlText } from './task.ts'

export function taskName(name: string): string {
  return `kura\\${name}`
}

/** `/s` removes exactly the outer quotes of a path; `/d` and `/v:off` ignore the user's settings for `cmd`. */
function commandArguments({ startFile }: SyncTask): string {
  return `/d /v:off /s /c ""${startFile}" sync"`
}

function trigger(time: string): string[] {
  return [
    '    <CalendarTrigger>',
    `      <StartBoundary>2026-01-01T${time}:00</StartBoundary>`,
    '      <ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>',
    '    </CalendarTrigger>',
  ]
}

/** The task runs as the user, while the user is logged in; any other way needs an administrator. */
export function taskXml(task: SyncTask): string {
  return [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    `  <RegistrationInfo><Description>kura sync of ${task.name}, three times a day</Description></RegistrationInfo>`,
    '  <Triggers>',
    ...clockTexts(task).flatMap(trigger),
    '  </Triggers>',
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
    '    <Command>%SystemRoot%\\System32\\cmd.exe</Command>',
    `    <Arguments>${xmlText(commandArguments(task))}</Arguments>`,
    '  </Exec></Actions>',
    '</Task>',
    '',
  ].join('\r\n')
}

/** The file that `schtasks /XML` reads: UTF-16 with a byte order mark. */
export function taskFile(task: SyncTask): Buffer {
  return Buffer.from(`\ufeff${taskXml(task)}`, 'utf16le')
}
