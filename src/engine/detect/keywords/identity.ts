import type { KeywordList } from './keyword-list.js';

/** Numbers and papers that states and others give to people and their things. */
export const IDENTITY_KEYWORDS: readonly KeywordList[] = [
  {
    label: 'us_ssn',
    names: {
      en: 'ssn|social security number|social security no|soc sec no|soc sec|ss number|social sec num|socsecnum|social security|ssn4|ssn last 4|ssn last four',
    },
    score: 0.95,
  },
  { label: 'us_itin', names: { en: 'itin|individual taxpayer identification number' } },
  {
    label: 'uk_nino',
    names: {
      en: 'nino|ni number|national insurance number|national insurance no|nat ins no|nat insurance|ni no',
    },
  },
  { label: 'uk_nhs', names: { en: 'nhs number|nhs no|nhs num|nhs id' } },
  {
    label: 'ca_sin',
    names: {
      en: 'social insurance number|sin number|sin no|canadian sin',
      fr: 'numero assurance sociale|nas',
    },
  },
  { label: 'au_tfn', names: { en: 'tfn|tax file number|tax file no' } },
  {
    label: 'au_medicare',
    names: {
      en: 'medicare number|medicare no|medicare card number|medicare id|medicare num|mbi|medicaid number|medicaid id',
    },
  },
  { label: 'in_aadhaar', names: { en: 'aadhaar|aadhar|adhaar|aadhaar number|aadhaar no|uidai' } },
  {
    label: 'in_pan',
    names: { en: 'pan card|pan card number|permanent account number|pan no india|income tax pan' },
  },
  { label: 'br_cpf', names: { pt: 'cpf|cpf cnpj|numero cpf|nr cpf' } },
  { label: 'br_cnpj', names: { pt: 'cnpj|numero cnpj' } },
  { label: 'nz_ird', names: { en: 'ird number|ird no|ird num|inland revenue number|ird' } },
  { label: 'nz_nhi', names: { en: 'nhi|nhi number|nhi no' } },
  {
    label: 'es_dni',
    names: { es: 'dni|nie|nif|dni nie|numero dni|num dni|documento nacional de identidad|dni cliente' },
  },
  {
    label: 'fr_nir',
    names: {
      fr: 'nir|numero de securite sociale|num secu|numero secu|numero securite sociale|numero insee|num securite sociale|nss',
    },
  },
  { label: 'it_codice_fiscale', names: { it: 'codice fiscale|cod fiscale|cod fisc|codfis|cf cliente' } },
  { label: 'nl_bsn', names: { nl: 'bsn|burgerservicenummer|sofinummer|sofi nummer' } },
  { label: 'pl_pesel', names: { any: 'pesel|pesel number|nr pesel' } },
  {
    label: 'national_id',
    names: {
      en: 'national id|national identity number|national identification number|identity number|id card number|id card no|citizen id|identity card|national number|government id|gov id|id document number|nric|identity document|national insurance id|personal number|resident id|identity card number|hkid|curp|nid number|personal identification number|personal id number|state id number|photo id number',
      de: 'personalausweis|personalausweisnummer|ausweisnummer|sozialversicherungsnummer|svnr|sv nummer|rentenversicherungsnummer|personenkennziffer|ahv nummer',
      fr: 'carte identite|numero carte identite|cni|numero identite',
      es: 'cedula|cedula de identidad|numero de identidad|documento de identidad|numero documento|num documento|clave curp|rut|seguridad social',
      pt: 'rg|numero identidade|cartao de cidadao|documento de identidade|registro geral|bilhete de identidade|pis pasep|nis',
      it: 'carta identita|numero carta identita|documento identita|numero documento',
      nl: 'identiteitskaart|rijksregisternummer|identiteitsnummer|id kaart nummer|inss',
    },
  },
  {
    label: 'tax_id',
    names: {
      en: 'tax id|tax number|taxpayer id|tin|tin number|tax identification number|tax no|taxpayer number|ein|employer identification number|vat number|vat no|vat id|tax reference|abn|gst number|gstin|tax ref',
      de: 'steuernummer|steuer id|steuer identifikationsnummer|umsatzsteuer id|ust id|steuernr|steuerid|idnr',
      fr: 'numero fiscal|numero tva|siret|siren',
      es: 'cif|numero fiscal|rfc',
      pt: 'nif|numero contribuinte|contribuinte',
      it: 'partita iva|p iva|piva',
      nl: 'btw nummer|fiscaal nummer|btwnummer',
    },
  },
  {
    label: 'passport_number',
    names: {
      en: 'passport|passport number|passport no|passport num|passport id|passportno|travel document number|travel document|ppt no|passport nr',
      de: 'reisepass|reisepassnummer|passnummer',
      fr: 'passeport|numero de passeport',
      es: 'pasaporte|numero de pasaporte',
      pt: 'passaporte|numero do passaporte',
      it: 'passaporto|numero passaporto',
      nl: 'paspoort|paspoortnummer',
    },
    score: 0.9,
  },
  {
    label: 'driver_licence',
    names: {
      en: 'driver licence|driver license|drivers license|drivers licence|driving licence|driving license|driver license number|driver license no|drivers license number|licence number|license number|dl number|dl no|dlnum|driver lic no|drv lic|driver id number|driving licence no',
      de: 'fuhrerschein|fuehrerschein|fuhrerscheinnummer|fuehrerscheinnummer',
      fr: 'permis de conduire|numero permis',
      es: 'licencia de conducir|permiso de conducir|carnet de conducir',
      pt: 'cnh|carteira de motorista|carta de conducao',
      it: 'patente|numero patente|patente di guida',
      nl: 'rijbewijs|rijbewijsnummer',
    },
    notAfter: 'software|product|plugin',
  },
  {
    label: 'vehicle_vin',
    names: {
      en: 'vin|vin number|vehicle identification number|chassis number|chassis no|vin no|vehicle vin',
      de: 'fahrgestellnummer|fin nummer|fahrzeugidentifikationsnummer',
      fr: 'numero de chassis',
      es: 'bastidor|numero de bastidor|numero de chasis',
      pt: 'chassi|numero do chassi',
      it: 'telaio|numero di telaio',
      nl: 'chassisnummer',
    },
    score: 0.8,
  },
  {
    label: 'licence_plate',
    names: {
      en: 'license plate|licence plate|plate number|plate no|number plate|registration plate|vehicle registration|rego|rego number|vehicle reg no|registration number vehicle|car plate|vrm',
      de: 'kennzeichen|kfz kennzeichen|nummernschild|amtliches kennzeichen',
      fr: 'immatriculation|plaque immatriculation',
      es: 'matricula|placa|matricula vehiculo|numero de placa',
      pt: 'placa|placa veiculo|matricula veiculo',
      it: 'targa|targa veicolo',
      nl: 'kenteken|kentekennummer',
    },
    score: 0.8,
  },
  {
    label: 'customer_number',
    names: {
      en: 'customer number|customer no|customer num|cust no|cust num|client number|client no|member number|member no|membership number|membership no|loyalty number|loyalty card number|frequent flyer number|account holder id|subscriber number|policy number|policy no|policyholder number|voter id|voter number|case file number',
      de: 'kundennummer|kundennr|kunden nr|mitgliedsnummer|versicherungsnummer|vertragsnummer',
      fr: 'numero client|numero de client|num client|numero adherent',
      es: 'numero de cliente|numero cliente|num cliente|numero de socio|numero de poliza',
      pt: 'numero do cliente|numero cliente',
      it: 'numero cliente|numero tessera|numero polizza',
      nl: 'klantnummer|klantnr|lidnummer|polisnummer',
    },
    score: 0.7,
  },
  {
    label: 'employee_number',
    names: {
      en: 'employee number|employee no|emp no|emp num|empno|staff number|staff no|payroll number|payroll no|personnel number|employee num|staff id number|badge number|badge no',
      de: 'personalnummer|mitarbeiternummer|personal nr|pers nr|mitarbeiternr',
      fr: 'matricule|matricule employe',
      es: 'numero de empleado|numero empleado',
      pt: 'matricula funcionario|numero funcionario',
      it: 'matricola|matricola dipendente',
      nl: 'personeelsnummer|medewerkernummer',
    },
    score: 0.7,
  },
  {
    label: 'student_number',
    names: {
      en: 'student number|student no|student id number|enrolment number|enrollment number|roll number|matriculation number|pupil number',
      de: 'matrikelnummer|schulernummer',
      fr: 'numero etudiant',
      es: 'numero de estudiante|matricula alumno',
      pt: 'matricula aluno',
      it: 'matricola studente',
      nl: 'studentnummer|leerlingnummer',
    },
    score: 0.7,
  },
];
