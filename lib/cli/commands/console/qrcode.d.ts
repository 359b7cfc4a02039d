/** The part of the package `qrcode`, which brings no types, that prints an invitation. */
declare module 'qrcode' {
  const qrcode: { toString(text: string, options: { type: 'utf8' }): Promise<string> }
  export default qrcode
}
