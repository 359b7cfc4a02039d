// Every Node loads this file: Wine sometimes loses the end of a pipe, so that a child that has ended seems to run on.
import { ChildProcess } from 'node:child_process'

const PATIENCE = 500
/** @type {{ spawn: (options: object) => unknown }} */
const prototype = Object(ChildProcess.prototype)
const { spawn } = prototype

/** @this {ChildProcess} */
prototype.spawn = function (options) {
  const closePipes = () => {
    this.stdout?.destroy()
    this.stderr?.destroy()
  }
  this.once('exit', () => setTimeout(closePipes, PATIENCE).unref())
  return spawn.call(this, options)
}
