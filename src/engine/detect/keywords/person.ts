import type { KeywordList } from './keyword-list.js';

/** What people are called, and when and where they were born. */
export const PERSON_KEYWORDS: readonly KeywordList[] = [
  {
    label: 'first_name',
    names: {
      en: 'first name|given name|forename|fname|f name|frst nm|first nm|fst name|christian name|preferred name|firstname|given',
      de: 'vorname|rufname',
      fr: 'prenom|prenoms',
      es: 'primer nombre|nombre de pila|nombre pila|nombres',
      pt: 'primeiro nome|prenome',
      it: 'nome di battesimo|nome proprio',
      nl: 'voornaam|voornamen|roepnaam',
    },
  },
  {
    label: 'middle_name',
    names: {
      en: 'middle name|mname|middle initial|mid name|second name',
      de: 'zweiter vorname|mittelname',
      fr: 'deuxieme prenom',
      es: 'segundo nombre',
      pt: 'nome do meio',
      it: 'secondo nome',
      nl: 'tussenvoegsel|tweede naam',
    },
  },
  {
    label: 'last_name',
    names: {
      en: 'last name|surname|family name|lname|l name|last nm|lst name',
      de: 'nachname|familienname|zuname',
      fr: 'nom de famille|nom famille',
      es: 'apellido|apellidos|primer apellido|segundo apellido|apellido paterno|apellido materno',
      pt: 'sobrenome|apelido familia|ultimo nome',
      it: 'cognome|cognomi',
      nl: 'achternaam|familienaam',
    },
  },
  {
    label: 'maiden_name',
    names: {
      en: 'maiden name|birth name|former name|mothers maiden name|mother maiden name',
      de: 'geburtsname|madchenname|maedchenname',
      fr: 'nom de jeune fille|nom de naissance',
      es: 'apellido de soltera',
      pt: 'nome de solteira',
      it: 'cognome da nubile',
      nl: 'meisjesnaam|geboortenaam',
    },
  },
  {
    label: 'full_name',
    names: {
      en: 'full name|fullname|legal name|person name|display name|complete name|name in full|addressee|recipient name|applicant name|passenger name|guest name|sender name|signatory|beneficiary name|insured name',
      de: 'vollstandiger name|vollstaendiger name|ansprechpartner|empfanger name',
      fr: 'nom complet|nom prenom|nom et prenom',
      es: 'nombre completo|nombre y apellidos',
      pt: 'nome completo',
      it: 'nome completo|nome cognome|nominativo',
      nl: 'volledige naam|contactpersoon',
    },
    notAfter: 'class type package|module|product',
  },
  {
    label: 'nickname',
    names: {
      en: 'nickname|nick name|alias name|known as|screen name',
      de: 'spitzname',
      fr: 'surnom|pseudonyme',
      es: 'apodo',
      it: 'soprannome',
      nl: 'bijnaam',
    },
  },
  {
    label: 'initials',
    names: { en: 'initials|person initials', fr: 'initiales', nl: 'voorletters', de: 'initialen' },
  },
  {
    label: 'birth_date',
    names: {
      en: 'date of birth|birth date|birthdate|dob|d o b|birthday|birth day|date birth|born on|birth dt|bdate|year of birth|birth year|yob',
      de: 'geburtsdatum|geburtstag|geb datum|gebdat|gebdatum|geburtsjahr',
      fr: 'date de naissance|date naissance|naissance|annee de naissance|ne le',
      es: 'fecha de nacimiento|fecha nacimiento|fecha nac|fec nac|fecnac|nacimiento',
      pt: 'data de nascimento|data nascimento|dt nascimento|data nasc|dt nasc|nascimento',
      it: 'data di nascita|data nascita|nascita',
      nl: 'geboortedatum|geb dat|geboortejaar',
    },
    score: 0.95,
  },
  {
    label: 'birth_place',
    names: {
      en: 'place of birth|birth place|birthplace|birth city|birth country|country of birth|pob',
      de: 'geburtsort|geburtsland',
      fr: 'lieu de naissance|lieu naissance',
      es: 'lugar de nacimiento|lugar nacimiento',
      pt: 'local de nascimento|naturalidade',
      it: 'luogo di nascita|luogo nascita|comune di nascita',
      nl: 'geboorteplaats|geboorteland',
    },
  },
  {
    label: 'death_date',
    names: {
      en: 'date of death|death date|deceased date|dod|date deceased',
      de: 'sterbedatum|todesdatum',
      fr: 'date de deces|date deces',
      es: 'fecha de defuncion|fecha defuncion',
      pt: 'data de obito',
      it: 'data di morte|data decesso',
      nl: 'overlijdensdatum',
    },
  },
];
