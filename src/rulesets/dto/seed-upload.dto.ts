import { IsText } from '../../common/validation/text.decorators.js';
import { MAX_UPLOAD_NAME } from '../../uploads/upload-name.js';

/** The parts of the form beside the file. */
export class SeedUploadDto {
  @IsText({
    optional: true,
    max: MAX_UPLOAD_NAME,
    description: 'What rulesets call the file; left out: the name of the file.',
    example: 'our_places.csv',
  })
  name?: string | null;

  @IsText({ optional: true, min: 0, max: 1_000, description: 'Free text.', example: 'Places of the north' })
  description?: string | null;
}
