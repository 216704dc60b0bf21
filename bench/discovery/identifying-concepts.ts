import { checked } from './concept.js';
import type { Concept } from './concept.js';

/** Numbers, machines, health. */
export const IDENTIFYING: readonly Concept[] = [
  {
    label: 'ip_address',
    kind: 'text',
    names: { any: ['client ip', 'ip address', 'last login ip'] },
    value: (f) => f.internet.ip(),
  },
  {
    label: 'mac_address',
    kind: 'text',
    names: { any: ['mac address', 'wifi mac'] },
    value: (f) => f.internet.mac(),
  },
  {
    label: 'user_name',
    kind: 'text',
    names: {
      en: ['user name', 'login'],
      de: ['benutzername'],
      fr: ['nom utilisateur'],
      es: ['usuario'],
      it: ['nome utente'],
      nl: ['gebruikersnaam'],
      pt: ['nome usuario'],
    },
  },
  {
    label: 'password',
    kind: 'text',
    names: {
      en: ['password hash', 'pwd'],
      de: ['passwort'],
      fr: ['mot de passe'],
      es: ['contrasena'],
      it: ['password utente'],
      nl: ['wachtwoord'],
      pt: ['senha'],
    },
  },
  {
    label: 'us_ssn',
    kind: 'text',
    names: { en: ['ssn', 'social security no'] },
    value: (f) =>
      `${f.number.int({ min: 101, max: 665 })}-${f.string.numeric({ length: 2, exclude: ['0'] })}-${f.string.numeric({ length: 4, exclude: ['0'] })}`,
  },
  {
    label: 'uk_nino',
    kind: 'text',
    names: { en: ['national insurance no', 'nino'] },
    value: (f) => `JG${f.string.numeric(6)}${f.helpers.arrayElement(['A', 'B', 'C', 'D'])}`,
  },
  { label: 'uk_nhs', kind: 'text', names: { en: ['nhs number'] }, value: checked('nhs', '#########0') },
  {
    label: 'ca_sin',
    kind: 'text',
    names: { en: ['social insurance number'] },
    value: checked('ca_sin', '4########'),
  },
  {
    label: 'au_tfn',
    kind: 'text',
    names: { en: ['tax file number'] },
    value: checked('au_tfn', '4########'),
  },
  {
    label: 'es_dni',
    kind: 'text',
    names: { es: ['dni', 'nif cliente'] },
    value: checked('es_dni', '########A'),
  },
  {
    label: 'fr_nir',
    kind: 'text',
    names: { fr: ['numero secu', 'nir'] },
    value: checked('fr_nir', '1800375######00'),
  },
  {
    label: 'nl_bsn',
    kind: 'text',
    names: { nl: ['bsn', 'burgerservicenummer'] },
    value: checked('nl_bsn', '4########'),
  },
  {
    label: 'br_cpf',
    kind: 'text',
    names: { pt: ['cpf', 'cpf cliente'] },
    value: checked('brazilian_cpf', '###########'),
  },
  {
    label: 'it_codice_fiscale',
    kind: 'text',
    names: { it: ['codice fiscale', 'cod fisc'] },
    value: () => 'RSSMRA85T10A562S',
  },
  {
    label: 'in_aadhaar',
    kind: 'text',
    names: { en: ['aadhaar no'] },
    value: checked('verhoeff', '4###########'),
  },
  {
    label: 'vehicle_vin',
    kind: 'text',
    names: { en: ['vin', 'chassis no'], de: ['fahrgestellnummer'] },
    value: (f) =>
      checked(
        'vin',
        `1HG${f.string.alphanumeric({ length: 6, casing: 'upper', exclude: ['I', 'O', 'Q'] })}JA######`,
      )(f),
  },
  {
    label: 'passport_number',
    kind: 'text',
    names: {
      en: ['passport no'],
      de: ['reisepass nr'],
      fr: ['passeport'],
      es: ['pasaporte'],
      it: ['passaporto'],
      nl: ['paspoortnummer'],
      pt: ['passaporte'],
    },
  },
  {
    label: 'medical_record_number',
    kind: 'text',
    names: {
      en: ['mrn', 'patient id'],
      de: ['patienten nr'],
      fr: ['numero patient'],
      es: ['historia clinica'],
      it: ['id paziente'],
      nl: ['patientnummer'],
    },
    value: (f) => `MRN${f.string.numeric(7)}`,
  },
  {
    label: 'icd10_code',
    kind: 'text',
    names: { en: ['icd10', 'diagnosis code'] },
    value: (f) =>
      f.helpers.arrayElement(['E11.9', 'I10', 'J45.909', 'M54.5', 'F32.1', 'K21.0', 'N39.0', 'Z00.00']),
  },
  {
    label: 'diagnosis',
    kind: 'text',
    names: { en: ['diagnosis'], de: ['diagnose'], fr: ['diagnostic'], es: ['diagnostico'], it: ['diagnosi'] },
  },
  {
    label: 'medication',
    kind: 'text',
    names: {
      en: ['medication'],
      de: ['medikament'],
      fr: ['medicament'],
      es: ['medicamento'],
      it: ['farmaco'],
      nl: ['medicatie'],
    },
  },
  {
    label: 'salary',
    kind: 'decimal',
    names: {
      en: ['annual salary', 'base pay'],
      de: ['gehalt'],
      fr: ['salaire'],
      es: ['salario'],
      it: ['stipendio'],
      nl: ['salaris'],
    },
  },
  {
    label: 'secret_key',
    kind: 'text',
    names: { any: ['api key', 'access token'] },
    value: (f) => `ghp_${f.string.alphanumeric(36)}`,
  },
  {
    label: 'coordinates',
    kind: 'text',
    names: { any: ['gps location', 'geo location'] },
    value: (f) => `${f.location.latitude({ precision: 5 })}, ${f.location.longitude({ precision: 5 })}`,
  },
  {
    label: 'free_text',
    kind: 'text',
    names: {},
    value: (f, place) =>
      place % 3 === 0
        ? `Spoke to ${f.person.firstName()} (${f.internet.email()}) about the late parcel.`
        : f.lorem.sentence(),
  },
];
