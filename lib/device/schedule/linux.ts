import { shellWord } from '../program/start-file.ts'
import { clockTexts, HOURS, minuteOf, type SyncTask } from './task.ts'

export function unitName(name: string): string {
  return `kura-${name}`
}

/** The command names the shell, because the start file may no longer be executable. */
function wordsOf({ startFile }: SyncTask): string[] {
  return ['/bin/sh', startFile, 'sync']
}

/** Quotes a word as in systemd.service(5): `%` and `$` are doubled, and the quotes keep its spaces. */
function unitWord(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

export function serviceUnit(task: SyncTask): string {
  return [
    '[Unit]',
    `Description=kura sync of ${task.name}`,
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${wordsOf(task).map(unitWord).join(' ')}`,
    '',
  ].join('\n')
}

/** The timer, as in systemd.timer(5). `Persistent` makes up for a run missed while the machine was off. */
export function timerUnit(task: SyncTask): string {
  return [
    '[Unit]',
    `Description=kura sync of ${task.name}, three times a day`,
    '',
    '[Timer]',
    ...clockTexts(task).map(time => `OnCalendar=*-*-* ${time}:00`),
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n')
}

/** Escapes `%`, which would end the command (crontab(5)). */
function cronWord(word: string): string {
  return shellWord(word).replaceAll('%', '\\%')
}

/** A change of the device's line in a crontab; without a task, the line is removed. */
export interface CrontabChange {
  readonly name: string
  readonly task: SyncTask | undefined
}

export function changedCrontab(crontab: string, { name, task }: CrontabChange): string {
  const mark = ` # ${unitName(name)}`
  const lines = crontab.replace(/\n$/, '').split('\n')
  const kept = crontab === '' ? [] : lines.filter(line => !line.endsWith(mark))
  const next = task ? [...kept, `${cronLine(task)}${mark}`] : kept
  return next.map(line => `${line}\n`).join('')
}

function cronLine(task: SyncTask): string {
  return `${minuteOf(task)} ${HOURS.join(',')} * * * ${wordsOf(task).map(cronWord).join(' ')}`
}
