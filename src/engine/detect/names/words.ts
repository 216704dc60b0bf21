function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Words for people: `customer_name` is somebody's name, and so is `name` in the table `customers`. */
export const PERSON_WORDS = words(
  'person people customer customers cust client clients user users member members employee employees emp staff patient ' +
    'patients pat contact contacts student students pupil teacher teachers parent guardian passenger passengers guest ' +
    'guests driver drivers tenant owner owners buyer seller applicant applicants candidate candidates subscriber ' +
    'subscribers donor donors voter voters resident residents author authors holder borrower beneficiary recipient ' +
    'sender manager supervisor agent agents doctor doctors physician nurse caller payer payee spouse father mother child ' +
    'children sibling partner insured claimant individual individuals citizen citizens worker workers learner ' +
    'policyholder cardholder visitor visitors participant participants lead leads prospect prospects referrer witness ' +
    'kunde kunden mitarbeiter patienten benutzer schuler schueler mieter lehrer personen mitglied mitglieder ' +
    'personne personnes employes clientes utilisateur etudiant eleve salarie ' +
    'persona personas cliente empleado empleados paciente pacientes usuario usuarios alumno alumnos ' +
    'pessoa pessoas funcionario funcionarios aluno alunos utente clienti dipendente dipendenti paziente pazienti studente ' +
    'klant klanten medewerker medewerkers gebruiker personen leerling leden patienten',
);

/** Alone they say little; of a person they are the name. */
export const NAME_WORDS = words('name nm names nom nombre nome naam namen noms');

/** Alone they say little; beside an address they are a part of it. */
export const REGION_WORDS = words('state region estado etat regione stato territory district bundesland');

/** What may stand around a short name without making something else of it. */
export const PLAIN_QUALIFIERS = words(
  'home work office mobile private personal primary secondary main alternate alternative alt other billing bill ' +
    'shipping ship mailing mail delivery residential postal business contact current previous old new first second third ' +
    'last emergency day daytime evening night no nr num number numero nummer code cd txt text value val str data field ' +
    'col id of the to my his her their own legal raw full original de la del du da do di van der den des le les el a e ' +
    'privat geschaftlich geschaeftlich prive priv pers mob dob',
);

/** After a name: it is no longer the thing itself but something about it. */
export const NEUTRAL_AFTER = words(
  'type types typ status count cnt counts flag format verified confirmed valid validated validity template templates ' +
    'subject sent opened clicked enabled disabled required preference preferences pref prefs regex pattern length len ' +
    'size limit policy policies version order sort index idx label category class level rank score source at by changed ' +
    'updated modified created expires expired reason method quota attempts attempt retries retry position kind mode ' +
    'scope bounced unsubscribed opt optin optout consent allowed visible visibility id ids fk key ref pct percent ratio ' +
    'rate total sum avg min max diff delta queue queued server servers port host domain provider carrier campaign list ' +
    'lists settings setting config enum unit units column field separator prefix suffix mask masked placeholder schema ' +
    'parser validator service client notifications notification subscribed subscription issue issued expiry expiration ' +
    'range bucket band group groups model models brand color colour width height price cost amount fee fees discount ' +
    'art anzahl kategorie statut categorie tipo estado stato soort aantal currency population lock locked',
);

/** Before a name: a question, a number of things, a wish. */
export const NEUTRAL_BEFORE = words(
  'is has have can should must was were are allow allows allowed enable enabled disable require requires send show hide ' +
    'use uses count num total max maximum min minimum avg average default supports needs wants accepts ' +
    'product products file files filename folder sku item items table column field event campaign project template queue ' +
    'job task build server host cluster module package plugin widget button menu page font theme layout brand asset ' +
    'generic scientific machine warehouse',
);
