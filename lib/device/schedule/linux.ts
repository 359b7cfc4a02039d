/** The daily task on Linux: a systemd user timer, or a line of the user's crontab if there is no systemd. */
import { clockText, type DailyTask, timeOf, wordsOf } from './task.ts'

export function unitName(name: string): string {
  return `kura-${name}`
}

/** Returns a word for a unit file. systemd.service(5): `%` and `$` are doubled, a quoted word keeps its spaces. */
function unitWord(word: string): string {
  return `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

export function serviceUnit(task: DailyTask): string {
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

/**
 * Returns the timer unit. systemd.timer(5): `Persistent` makes up for a run that was missed while the machine was off.
 */
export function timerUnit(task: DailyTask): string {
  return [
    '[Unit]',
    `Description=kura sync of ${task.name}, daily`,
    '',
    '[Timer]',
    `OnCalendar=*-*-* ${clockText(task)}:00`,
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n')
}

/** Returns a word for the shell in a crontab. crontab(5): `%` ends a command unless it is escaped. */
function cronWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`.replaceAll('%', '\\%')
}

/** Returns the crontab with the line of the task, or without it if `task` is undefined. */
export function changedCrontab(
  crontab: string,
  { name, task }: { name: string; task: DailyTask | undefined },
): string {
  const mark = ` # ${unitName(name)}`
  const lines = crontab.replace(/\n$/, '').split('\n')
  const kept = crontab === '' ? [] : lines.filter(line => !line.endsWith(mark))
  const next = task ? [...kept, `${cronLine(task)}${mark}`] : kept
  return next.map(line => `${line}\n`).join('')
}

function cronLine(task: DailyTask): string {
  const { hour, minute } = timeOf(task)
  return `${minute} ${hour} * * * ${wordsOf(task).map(cronWord).join(' ')}`
}
