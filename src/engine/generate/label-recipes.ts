import { anyDate, birthDate } from './date-recipes.js';
import * as numbers from './number-recipes.js';
import * as people from './person-recipes.js';
import * as places from './place-recipes.js';
import { recipeOfType } from './type-recipes.js';
import type { Recipe, RecipeColumn, RecipeMaker } from './recipe.js';

/**
 * Kind of data → how it is masked, in one place. A row is tried on the words of a label (or of a column's name), joined
 * and bordered by `_`; the first that fits and has something for the column's type counts.
 */
const RECIPES: readonly (readonly [words: RegExp, make: RecipeMaker])[] = [
  // What opens something, and what proves a card.
  [
    /_(?:password|passwd|pwd|passphrase|secrets?|api_keys?|private_keys?|(?:access_|auth_|refresh_)?tokens?|jwt|credentials?)_/,
    people.secret,
  ],
  [/_(?:cvv2?|cvc2?|card_security_codes?|security_codes?|pins?|pin_codes?|pin_block)_/, numbers.anyCode],
  [/_(?:card|cc)_(?:expiry|expiration|exp|valid)|_(?:expiry|expiration)_date_|_expir/, numbers.cardExpiry],
  [/_card_?holder|_name_on_card_|_holder_name_|_account_(?:holder|owner)_/, people.fullName],
  [
    /_(?:credit|debit|payment|bank)_?cards?_|_card_(?:number|no|num|nr)_|_(?:cc|card)_?(?:num|no|number)_|(?<!_in)_pan_/,
    numbers.paymentCard,
  ],

  [/_(?:security_(?:question|answer)|card_track|photo|biometric|signature|genetic_data)_/, people.freeText],
  [/_bank_code_/, numbers.bankRouting],
  // Numbers that a state, a bank or a health service gives.
  [/_(?:us_)?(?:ssn|social_security)/, numbers.socialSecurityNumber],
  [/_iban_/, numbers.iban],
  [/_nhs_/, numbers.britishHealthNumber],
  [/_(?:ca_|canad\w*_)?(?:sin|social_insurance)_/, numbers.canadianInsurance],
  [/_tfn_|_tax_file/, numbers.australianTaxFile],
  [/_abn_/, numbers.australianBusiness],
  [/_medicare_/, numbers.australianMedicare],
  [/_ird_/, numbers.newZealandTax],
  [/_nhi_/, numbers.newZealandHealth],
  [/_cpf_/, numbers.brazilianPerson],
  [/_cnpj_/, numbers.brazilianCompany],
  [/_(?:dni|nie|nif)_/, numbers.spanishIdentity],
  [/_(?:nir|insee)_/, numbers.frenchSecurity],
  [/_bsn_/, numbers.dutchCitizen],
  [/_pesel_/, numbers.polishIdentity],
  [/_aadhaa?r_/, numbers.indianIdentity],
  [/_za_id_|_south_africa/, numbers.southAfricanIdentity],
  [/_vin_|_vehicle_identification/, numbers.vehicle],
  [/_npi_/, numbers.provider],
  [/_dea_/, numbers.prescriber],
  [/_aba_|_routing_/, numbers.bankRouting],

  [
    /_(?:national_id|tax_id|itin|nino|in_pan|codice_fiscale|passport\w*|driver_licence|licence_plate|bank_account)_/,
    numbers.anyCode,
  ],
  [/_(?:medical_record|health_insurance|customer|employee|student)_number_|_icd10_code_/, numbers.anyCode],
  [/_(?:device|session|person)_id_|_social_media_/, numbers.anyCode],
  // How somebody is reached.
  [/_e_?mails?_/, people.email],
  [/_(?:tele)?phones?_|_(?:tel|telefon\w*|mobile|cell|fax|pager|sms|msisdn)_/, numbers.anyCode],
  [/_(?:ip|ipv4|ipv6|ip_addr(?:ess)?|ip_address_v[46])_/, numbers.networkAddress],
  [/_mac_(?:addr)?|_hardware_address_/, numbers.hardwareAddress],
  [/_(?:url|uri|website|web_site|homepage|web_address|profile_link)_/, numbers.webAddress],

  // Where somebody lives.
  [/_(?:full|mailing|postal|billing|shipping|home|complete)_address_/, places.fullAddress],
  [/_(?:zip|zip_code|zipcode|postcode|post_code|postal_code|plz|eircode)_/, places.postcode],
  [/_(?:suburb|district|neighbou?rhood|locality)_/, places.suburb],
  [/_(?:city|town|municipality|ciudad|ville|stadt|cidade|citta|birth_?place|place_of_birth)_/, places.city],
  [/_(?:state|province|region|county)_/, places.state],
  [/_(?:country|nationality|citizenship)(?:_code|_name)?_/, places.country],
  [/_(?:latitude|lat)_/, places.latitude],
  [/_(?:longitude|lng|lon|long)_/, places.longitude],
  [/_(?:street|address|addr|address_?line|house_number|location)_|_address_?line|_street_/, places.street],

  [/_coordinates_/, places.latitude],
  // Who somebody is.
  [/_(?:user_?names?|user_?ids?|logins?|login_names?|screen_names?|handles?|alias)_/, numbers.anyCode],
  [
    /_(?:company|employer|organi[sz]ation|business|firm|insurer|insurance_(?:company|provider)|bank_name)(?:_name)?_/,
    people.company,
  ],
  [/_(?:occupation|job|job_title|profession|position|role)_/, people.occupation],
  [/_female_|_mothers?_first/, people.femaleName],
  [/_male_/, people.maleName],
  [
    /_(?:first|given|fore|middle|christian|preferred|nick)_?names?_|_(?:fname|vorname|prenom|nombre)_/,
    people.firstName,
  ],
  [
    /_(?:last|sur|family|maiden|second)_?names?_|_(?:lname|surname|nachname|apellidos?|cognome|sobrenome)_/,
    people.lastName,
  ],
  [/_initials?_/, people.initials],
  [
    /_names?_|_(?:full|person|patient|customer|contact|display|relative|emergency_contact)_?names?_|_fullname_/,
    people.fullName,
  ],
  [/_(?:gender|sex)_/, people.gender],
  [/_blood_?(?:type|group)_/, people.bloodType],

  [/_(?:related_person|health_provider)_/, people.fullName],
  [/_marital_status_/, people.maritalStatus],
  [
    /_(?:ethnicity|religion|political_opinion|sexual_orientation|trade_union|criminal_record|disability)_/,
    people.category,
  ],
  // When something happened to somebody.
  [/_(?:birth|birthdate|birth_?date|birth_?day|date_of_birth|dob|year_of_birth|birth_?year)_/, birthDate],
  [/_age_/, numbers.age],
  [/_dates?_|_(?:death|deceased|admission|discharge|hired?|joined|anniversary)_/, anyDate],

  [/_hospital_stay_/, anyDate],
  // What somebody has, earns and says.
  [
    /_(?:salary|income|wages?|earnings|pay|balance|amount|net_worth|credit_limit|credit_score)_/,
    numbers.amount,
  ],
  [/_(?:vital_sign|lab_result)_/, numbers.measurement],
  [/_(?:diagnosis|medication|treatment|allergy|hospital_stay|lab_result)_/, people.freeText],
  [
    /_(?:free_?texts?|notes?|comments?|remarks?|messages?|description|narrative|biography|bio|feedback|unstructured|symptoms?|history)_/,
    people.freeText,
  ],
];

/** The mask for one of several labels, the most telling first; else one for the column's type. */
export function chooseRecipe(labels: readonly string[], column: RecipeColumn): Recipe | null {
  return (
    labels.reduce<Recipe | null>((found, label) => found ?? recipeOf(label, column), null) ??
    recipeOfType(column)
  );
}

/** Is there a mask for what a label means, whatever the type of the column? */
export function knowsLabel(label: string): boolean {
  const words = wordsOf(label);
  return RECIPES.some(([pattern]) => pattern.test(words));
}

function recipeOf(label: string, column: RecipeColumn): Recipe | null {
  const words = wordsOf(label);
  for (const [pattern, make] of RECIPES) {
    const recipe = pattern.test(words) ? make(column) : null;
    if (recipe !== null) {
      return recipe;
    }
  }
  return null;
}

/** `dateOfBirth`, `Date of birth` and `date-of-birth` are `_date_of_birth_`. */
function wordsOf(label: string): string {
  const parted = label.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return `_${parted.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '')}_`;
}
