import { maskDocuments } from '../../../../test/support/mask-documents.js';
import { xmlFormat } from '../index.js';

const RULES =
  '[{masks: [{type: xml, transforms: [{path: /c/m/n, node_transforms: [{type: text, masks: [{type: from_fixed, value: "Ä<"}]}, {type: attribute, attributes: k, masks: [{type: from_fixed, value: "z"}]}]}]}]}]';

describe('XML documents', () => {
  it('keep every byte but masked texts and attributes', async () => {
    const text =
      "\ufeff<?xml version='1.0' standalone=\"yes\"?>\r\n<!-- n --><c xmlns:p='u'><m ><n k = 'x' j=\"&#65;\">Anna &amp; co</n><![CDATA[ n ]]></m>\n<m><p:n>a</p:n></m></c>\r\n<?p n?>";
    const { bytes, counts } = await maskDocuments(xmlFormat, text, RULES);
    expect(bytes.toString()).toBe(
      text.replace('Anna &amp; co', 'Ä&lt;').replace('>a<', '>Ä&lt;<').replace("'x'", "'z'"),
    );
    expect(counts).toEqual({ rows: 1, rowsMasked: 1, valuesMasked: 3 });
  });

  it('say themselves what they are written in', async () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><c><m><n>ü</n>é</m></c>';
    const { bytes } = await maskDocuments(xmlFormat, Buffer.from(text, 'latin1'), RULES);
    expect(bytes.toString('latin1')).toBe(text.replace('ü', 'Ä&lt;'));
    const utf16 = Buffer.from(text.replace('ISO-8859-1', 'UTF-16'), 'utf16le');
    expect((await maskDocuments(xmlFormat, utf16, RULES)).bytes.toString('utf16le')).toContain(
      '<n>Ä&lt;</n>é',
    );
  });

  it('are refused where they are broken, by line and character', async () => {
    await expect(maskDocuments(xmlFormat, '<c>\n<m></c>', RULES)).rejects.toThrow(
      /Line 2, character 7: this is no well-formed/,
    );
  });

  it('have no document type: nothing is expanded, nothing is fetched', async () => {
    const bomb = '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><c><m><n>&b;</n></m></c>';
    await expect(maskDocuments(xmlFormat, bomb, RULES)).rejects.toThrow(/document type/);
    const external = '<!DOCTYPE c SYSTEM "file:///etc/passwd"><c/>';
    await expect(maskDocuments(xmlFormat, external, RULES)).rejects.toThrow(/document type/);
  });
});
