/** The device program for a folder: bundled from this checkout, so that it is as new as the `kura` that enrols. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { AppError } from '../../core/errors.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/build-device.ts', import.meta.url))

/** Builds the device program as `file`. @throws AppError `internal` */
export async function buildDeviceProgram(file: string): Promise<void> {
  await promisify(execFile)(process.execPath, [SCRIPT, file]).catch((cause: unknown) => {
    throw new AppError('internal', `Cannot build the device program "${file}"`, {
      hint: 'npm ci installs what it needs; npm run build:device shows what fails',
      cause,
    })
  })
}
