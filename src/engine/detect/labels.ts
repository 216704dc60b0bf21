import type { LabelCategory, SensitiveLabel } from './sensitive-label.js';

type Row = readonly [name: string, description: string];

const PII: readonly Row[] = [
  ['first_name', 'Given name'],
  ['middle_name', 'Middle name'],
  ['last_name', 'Family name'],
  ['maiden_name', 'Name at birth'],
  ['full_name', 'Full name of a person'],
  ['nickname', 'Nickname'],
  ['initials', 'Initials of a person'],
  ['user_name', 'Login name'],
  ['password', 'Password, or something made of it'],
  ['security_answer', 'Security question or its answer'],
  ['email', 'E-mail address'],
  ['phone_number', 'Telephone number'],
  ['fax_number', 'Fax number'],
  ['social_media', 'Name in a social network or messenger'],
  ['street_address', 'Street address'],
  ['full_address', 'Postal address'],
  ['city', 'Town or suburb'],
  ['postcode', 'Postal code'],
  ['state', 'State, county or province'],
  ['country', 'Country'],
  ['coordinates', 'Geographic position'],
  ['birth_date', 'Date of birth'],
  ['birth_place', 'Place of birth'],
  ['death_date', 'Date of death'],
  ['age', 'Age'],
  ['gender', 'Sex or gender'],
  ['marital_status', 'Marital status'],
  ['nationality', 'Nationality'],
  ['ethnicity', 'Ethnic origin'],
  ['religion', 'Religion'],
  ['political_opinion', 'Political opinion'],
  ['sexual_orientation', 'Sexual orientation'],
  ['trade_union', 'Membership in a trade union'],
  ['criminal_record', 'Criminal record'],
  ['occupation', 'Occupation'],
  ['company_name', 'Company or employer'],
  ['salary', 'Income'],
  ['related_person', 'Relative or other person close by'],
  ['national_id', 'National identity number'],
  ['tax_id', 'Tax number'],
  ['us_ssn', 'Social security number (United States)'],
  ['us_itin', 'Taxpayer number (United States)'],
  ['uk_nino', 'National insurance number (United Kingdom)'],
  ['ca_sin', 'Social insurance number (Canada)'],
  ['au_tfn', 'Tax file number (Australia)'],
  ['in_aadhaar', 'Aadhaar number (India)'],
  ['in_pan', 'Permanent account number (India)'],
  ['br_cpf', 'CPF number (Brazil)'],
  ['br_cnpj', 'CNPJ number (Brazil)'],
  ['nz_ird', 'IRD number (New Zealand)'],
  ['es_dni', 'DNI or NIE number (Spain)'],
  ['fr_nir', 'Social security number (France)'],
  ['it_codice_fiscale', 'Codice fiscale (Italy)'],
  ['nl_bsn', 'Citizen service number (Netherlands)'],
  ['pl_pesel', 'PESEL number (Poland)'],
  ['passport_number', 'Passport number'],
  ['driver_licence', 'Driver licence number'],
  ['vehicle_vin', 'Vehicle identification number'],
  ['licence_plate', 'Vehicle registration plate'],
  ['ip_address', 'Internet address'],
  ['mac_address', 'Hardware address of a device'],
  ['device_id', 'Identifier of a device'],
  ['url', 'Web address'],
  ['session_id', 'Identifier of a session or visitor'],
  ['secret_key', 'Secret key or token'],
  ['photo', 'Picture of a person'],
  ['biometric', 'Biometric data'],
  ['signature', 'Signature'],
  ['person_id', 'Identifier of a person'],
  ['customer_number', 'Customer or member number'],
  ['employee_number', 'Employee number'],
  ['student_number', 'Student number'],
  ['free_text', 'Text that names people or their data'],
];

const PHI: readonly Row[] = [
  ['medical_record_number', 'Patient or medical record number'],
  ['diagnosis', 'Diagnosis'],
  ['icd10_code', 'Diagnosis code (ICD-10)'],
  ['medication', 'Medication'],
  ['treatment', 'Treatment or procedure'],
  ['allergy', 'Allergy'],
  ['blood_type', 'Blood group'],
  ['lab_result', 'Result of a test'],
  ['symptom', 'Symptom'],
  ['vital_sign', 'Body measurement'],
  ['health_insurance_number', 'Number of a health insurance'],
  ['health_provider', 'Doctor or hospital'],
  ['us_npi', 'Provider number (NPI)'],
  ['us_dea', 'Prescriber number (DEA)'],
  ['disability', 'Disability'],
  ['hospital_stay', 'Admission or discharge'],
  ['clinical_note', 'Clinical note'],
  ['genetic_data', 'Genetic data'],
];

const PII_PHI: readonly Row[] = [
  ['uk_nhs', 'NHS number (United Kingdom)'],
  ['au_medicare', 'Medicare number (Australia)'],
  ['nz_nhi', 'NHI number (New Zealand)'],
];

const PCI: readonly Row[] = [
  ['card_expiry', 'Expiry of a payment card'],
  ['card_cvv', 'Security code of a payment card'],
  ['card_pin', 'PIN'],
  ['card_track', 'Magnetic stripe of a payment card'],
];

const PII_PCI: readonly Row[] = [
  ['card_number', 'Payment card number'],
  ['card_holder', 'Holder of a payment card'],
  ['bank_account', 'Bank account number'],
  ['iban', 'International bank account number (IBAN)'],
  ['bank_code', 'Code of a bank'],
];

function labelled(rows: readonly Row[], categories: readonly LabelCategory[]): readonly SensitiveLabel[] {
  return rows.map(([name, description]) => ({ name, description, categories }));
}

/** Every kind of sensitive data that this version knows. Generated rulesets choose masks by these names. */
export const SENSITIVE_LABELS: readonly SensitiveLabel[] = [
  ...labelled(PII, ['PII']),
  ...labelled(PHI, ['PHI']),
  ...labelled(PII_PHI, ['PII', 'PHI']),
  ...labelled(PCI, ['PCI']),
  ...labelled(PII_PCI, ['PII', 'PCI']),
];
