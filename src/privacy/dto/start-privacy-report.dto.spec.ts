import { RequestValidationPipe } from '../../common/validation/request-validation.pipe.js';
import { StartPrivacyReportDto } from './start-privacy-report.dto.js';

async function kOf(given: object): Promise<number> {
  const body = { connection: 'c', tables: {}, ...given };
  const metadata = { type: 'body', metatype: StartPrivacyReportDto } as const;
  return ((await new RequestValidationPipe().transform(body, metadata)) as StartPrivacyReportDto).k;
}

describe('StartPrivacyReportDto', () => {
  it('counts rows below the usual k where none is said', async () => {
    expect(await kOf({})).toBe(5);
    expect(await kOf({ k: null })).toBe(5);
    expect(await kOf({ k: 9 })).toBe(9);
  });
});
