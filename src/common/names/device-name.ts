const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Does the name mean a device to Windows, with or without an ending? Such a file cannot be saved there. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
