import { SENSITIVE_LABELS } from '../labels.js';
import { KEYWORD_LISTS } from '../keywords/index.js';
import { NameDetector } from './name-detector.js';

const detector = new NameDetector(KEYWORD_LISTS);
const NOWHERE = { table: '', siblings: [] };

describe('the built-in keywords', () => {
  it('are more than 150 and have a label each', () => {
    const labels = new Set(SENSITIVE_LABELS.map(({ name }) => name));
    expect(detector.size).toBeGreaterThan(1500);
    expect(KEYWORD_LISTS.map(({ label }) => label).filter((label) => !labels.has(label))).toEqual([]);
    expect(labels.size).toBe(SENSITIVE_LABELS.length);
  });

  it.each([
    ['first_name', 'first_name'],
    ['firstName', 'first_name'],
    ['FIRSTNAME', 'first_name'],
    ['cust_fname', 'first_name'],
    ['CustFName2', 'first_name'],
    ['prénom', 'first_name'],
    ['Vorname', 'first_name'],
    ['dob', 'birth_date'],
    ['GebDatum', 'birth_date'],
    ['fecha_nacimiento', 'birth_date'],
    ['tel_no', 'phone_number'],
    ['homephone', 'phone_number'],
    ['handy_nr', 'phone_number'],
    ['email_address_2', 'email'],
    ['empEmail', 'email'],
    ['mail', 'email'],
    ['MAIL_2', 'email'],
    ['customerMail', 'email'],
    ['private_mail', 'email'],
    ['ip_address', 'ip_address'],
    ['customer_name', 'full_name'],
    ['kundenname', 'full_name'],
    ['nombre_cliente', 'full_name'],
    ['PLZ', 'postcode'],
    ['código_postal', 'postcode'],
    ['straße', 'street_address'],
    ['credit_card_number', 'card_number'],
    ['cvv2', 'card_cvv'],
    ['SSN', 'us_ssn'],
    ['icd10_code', 'icd10_code'],
    ['patient_id', 'medical_record_number'],
    ['codice_fiscale', 'it_codice_fiscale'],
    ['burgerservicenummer', 'nl_bsn'],
    ['mother_maiden_name', 'maiden_name'],
  ])('%s is %s', (name, label) => {
    expect(detector.detect(name, NOWHERE)?.label).toBe(label);
  });

  it.each([
    'product_name',
    'file_name',
    'address_type',
    'email_verified',
    'phone_type',
    'has_email',
    'is_ssn_valid',
    'name',
    'state',
    'company_id',
    'memory_address',
    'email_count',
    'mail_server',
    'mail_queue',
    'mail_sent_at',
    'voice_mail_box',
    'city_id',
    'table_name',
    'hostname',
    'description',
    'shipping_cost',
    'usage',
    'message',
    'storage',
    'mapping',
    'spinlock',
    'via_point',
    'created_at',
  ])('%s is nothing', (name) => {
    expect(detector.detect(name, NOWHERE)).toBeNull();
  });

  it('count a lone name as a person’s where people are kept', () => {
    expect(detector.detect('name', { table: 'patients', siblings: [] })?.label).toBe('full_name');
    expect(detector.detect('name', { table: 't1', siblings: ['dob', 'gender'] })?.label).toBe('full_name');
    expect(detector.detect('name', { table: 'products', siblings: ['price'] })).toBeNull();
  });

  it('count a lone state as part of an address beside others', () => {
    expect(detector.detect('state', { table: 't', siblings: ['city', 'zip'] })?.label).toBe('state');
    expect(detector.detect('state', { table: 'orders', siblings: ['total'] })).toBeNull();
  });
});
