import type { KeywordList } from './keyword-list.js';

/** What people and their devices are called by machines, and what lets them in. */
export const ONLINE_KEYWORDS: readonly KeywordList[] = [
  {
    label: 'user_name',
    names: {
      en: 'username|user name|login|login name|login id|userid name|logon|logon name|user login|account name|screenname|sam account name|upn|user principal name',
      de: 'benutzername|anmeldename|nutzername',
      fr: 'nom utilisateur|identifiant connexion|nom d utilisateur',
      es: 'nombre de usuario|nombre usuario|usuario',
      pt: 'nome de usuario|nome de utilizador|usuario',
      it: 'nome utente|utente',
      nl: 'gebruikersnaam|inlognaam',
    },
    notAfter: 'last|failed|first|bank',
    score: 0.8,
  },
  {
    label: 'password',
    names: {
      en: 'password|passwd|pwd|pass word|password hash|passphrase|pass hash|user password|pwd hash|encrypted password|password digest|pw hash|passcode|hashed password|password salt|otp secret|totp secret|mfa secret',
      de: 'passwort|kennwort|passwort hash',
      fr: 'mot de passe|mdp',
      es: 'contrasena|contrasenia|clave acceso',
      pt: 'senha|palavra passe',
      it: 'parola chiave',
      nl: 'wachtwoord',
    },
    score: 0.95,
    notAfter: 'require|force|reset|allow',
  },
  {
    label: 'security_answer',
    names: {
      en: 'security question|security answer|secret question|secret answer|challenge question|challenge answer|password hint|recovery answer',
      de: 'sicherheitsfrage|geheimfrage',
      fr: 'question secrete|reponse secrete',
      es: 'pregunta secreta|respuesta secreta',
      pt: 'pergunta secreta',
      it: 'domanda segreta',
      nl: 'geheime vraag',
    },
  },
  {
    label: 'secret_key',
    names: {
      en: 'api key|api secret|access key|secret key|private key|access token|refresh token|auth token|bearer token|client secret|api token|secret access key|ssh key|encryption key|recovery code|recovery codes|jwt|session token|oauth token|webhook secret|reset token|activation token|verification token|remember token|signing key|apikey',
      de: 'zugangsschlussel|geheimschlussel',
      fr: 'cle api|cle privee',
      es: 'clave privada|clave api',
      it: 'chiave privata',
    },
    score: 0.85,
  },
  {
    label: 'social_media',
    names: {
      en: 'twitter|twitter handle|facebook|facebook id|linkedin|linkedin url|instagram|instagram handle|skype|skype id|tiktok|snapchat|github username|telegram|wechat|wechat id|whatsapp number|social handle|line id|discord|facebook url|twitter username',
      any: 'xing',
    },
    score: 0.8,
    notAfter: 'has|share',
  },
  {
    label: 'ip_address',
    names: {
      en: 'ip address|ip|ip addr|ipaddr|client ip|remote ip|ip v4|ip v6|login ip|last login ip|remote addr|source ip|user ip|visitor ip|ipv4 address|ipv6 address|signup ip|last ip|remote address|src ip|dest ip|host ip|current sign in ip',
      de: 'ip adresse',
      fr: 'adresse ip',
      es: 'direccion ip',
      pt: 'endereco ip',
      it: 'indirizzo ip',
      nl: 'ip adres',
    },
    score: 0.85,
  },
  {
    label: 'mac_address',
    names: {
      en: 'mac address|mac addr|hardware address|wifi mac|bluetooth address|ethernet address|mac',
      de: 'mac adresse|hardware adresse',
      fr: 'adresse mac',
      es: 'direccion mac',
      it: 'indirizzo mac',
      nl: 'mac adres',
    },
    score: 0.85,
  },
  {
    label: 'device_id',
    names: {
      en: 'device id|device identifier|imei|imei number|imsi|meid|udid|android id|advertising id|idfa|gaid|iccid|device serial|device serial number|push token|device token|device fingerprint|browser fingerprint',
      de: 'gerate id|geraetenummer',
      fr: 'identifiant appareil',
    },
    score: 0.8,
  },
  {
    label: 'session_id',
    names: {
      en: 'session id|sessionid|cookie|cookie id|visitor id|tracking id|cookie value|ga client id|anonymous id|jsessionid',
      de: 'sitzungs id',
    },
    score: 0.65,
    notAfter: 'training|workshop|lab|class|accepts',
  },
  {
    label: 'url',
    names: {
      en: 'personal website|website|homepage|home page|web site|personal url|blog url|profile url|webpage',
      de: 'webseite|internetseite',
      fr: 'site web|site internet',
      es: 'sitio web|pagina web',
      it: 'sito web',
      nl: 'webpagina',
    },
    score: 0.6,
  },
  {
    label: 'person_id',
    names: {
      en: 'person uuid|user uuid|user guid|customer uuid|customer guid|patient uuid|person guid|member uuid|patient guid|employee uuid|employee guid|contact guid|individual id|subject id number|sso id|external user id',
    },
    score: 0.6,
  },
];
