/** The name of an encoding as rulesets write it. `name`: of iconv-lite. */
export function wireEncoding(name: string): string {
  const [, letters = '', digits = '', rest = ''] = /^(utf|windows|iso8859|latin)(\d+)(\w*)$/.exec(name) ?? [];
  if (letters === '') {
    return name;
  }
  return letters === 'iso8859' ? `iso-8859-${digits}` : `${letters}-${digits}${rest}`;
}
