import type { KeywordList } from './keyword-list.js';

/** Cards and accounts. */
export const PAYMENT_KEYWORDS: readonly KeywordList[] = [
  {
    label: 'card_number',
    names: {
      en: 'card number|card no|card num|credit card|credit card number|cc number|cc num|cc no|ccnum|debit card|debit card number|payment card number|primary account number|pan number|cardnumber|credit card no|creditcard|card pan|ccn|cc pan|payment card|card last four|card last 4|cc last 4|last four digits',
      de: 'kreditkarte|kreditkartennummer|kartennummer|kreditkartennr|karten nr',
      fr: 'carte bancaire|numero de carte|carte de credit|numero carte',
      es: 'tarjeta de credito|numero de tarjeta|numero tarjeta|num tarjeta|tarjeta credito',
      pt: 'cartao de credito|numero do cartao|numero cartao',
      it: 'carta di credito|numero carta|carta credito',
      nl: 'creditcardnummer|kaartnummer|pasnummer',
    },
    score: 0.9,
    notAfter: 'id|sim|graphics|business|score|loyalty|health|insurance|medicare|identity|report|gift',
  },
  {
    label: 'card_expiry',
    names: {
      en: 'card expiry|card expiration|card exp|cc exp|cc expiry|card expiry date|expiry month|expiry year|exp month|exp year|card exp date|cc expiration|card valid thru|card expiration date|expiration month|expiration year|card exp month|card exp year|cc exp date',
      de: 'karte gultig bis|kartenablaufdatum|karte ablaufdatum',
      fr: 'date expiration carte',
      es: 'vencimiento tarjeta|caducidad tarjeta',
      pt: 'validade cartao',
      it: 'scadenza carta',
      nl: 'vervaldatum kaart',
    },
  },
  {
    label: 'card_holder',
    names: {
      en: 'card holder|cardholder|cardholder name|card holder name|name on card|card name|cc name|credit card holder',
      de: 'karteninhaber',
      fr: 'titulaire de la carte|titulaire carte|porteur carte',
      es: 'titular de la tarjeta|titular tarjeta',
      pt: 'titular do cartao|titular cartao',
      it: 'titolare carta|intestatario carta',
      nl: 'kaarthouder',
    },
  },
  {
    label: 'card_cvv',
    names: {
      en: 'cvv|cvc|cvv2|cvc2|cvv code|card security code|security code|card verification value|card verification code|csc|cid code|card cvv|cvn',
      de: 'prufziffer karte|kartenprufnummer',
      fr: 'cryptogramme|code securite carte',
      es: 'codigo de seguridad',
      pt: 'codigo de seguranca',
      it: 'codice di sicurezza',
    },
    score: 0.95,
  },
  {
    label: 'card_pin',
    names: {
      en: 'pin|pin number|pin code|card pin|pin block|atm pin|pin hash|pin no|personal pin',
      fr: 'code pin',
      es: 'numero pin',
    },
    score: 0.75,
    notAfter: 'gpio|is|drop|map|board|chip|io',
  },
  {
    label: 'card_track',
    names: {
      en: 'track data|track 1|track 2|track1 data|track2 data|magstripe|magnetic stripe|track 1 data|track 2 data|magstripe data|swipe data|chip data|emv data',
    },
  },
  {
    label: 'bank_account',
    names: {
      en: 'bank account|bank account number|account number|account no|acct no|acct num|acct number|account num|bank acct|bank account no|acc no|acc number|accnum|acctnum|checking account|savings account|bank acc|beneficiary account|bank acct no',
      de: 'kontonummer|bankkonto|kontonr|konto nr|bankverbindung',
      fr: 'numero de compte|numero compte|compte bancaire|rib|num compte',
      es: 'numero de cuenta|cuenta bancaria|numero cuenta|num cuenta|clabe|cuenta corriente',
      pt: 'numero da conta|conta bancaria|conta corrente|numero conta',
      it: 'conto corrente|numero conto|conto bancario',
      nl: 'rekeningnummer|bankrekening|bankrekeningnummer',
    },
    score: 0.85,
    notAfter: 'gl|ledger|chart|expense|user|revenue',
  },
  {
    label: 'iban',
    names: {
      any: 'iban|iban number|iban no|iban code|international bank account number|iban nummer|codigo iban|codice iban',
    },
    score: 0.95,
  },
  {
    label: 'bank_code',
    names: {
      en: 'routing number|sort code|bic|swift|swift code|bic swift|bsb|bsb number|aba number|bank code|routing no|swift bic|ifsc|ifsc code|transit number|bank routing number|aba routing|bic code',
      de: 'bankleitzahl|blz',
      fr: 'code banque|code bic|code guichet',
      es: 'codigo swift|codigo banco|codigo bic',
      pt: 'codigo banco|agencia bancaria',
      it: 'abi|cab|codice bic|codice swift',
      nl: 'bankcode|bic code',
    },
    score: 0.7,
  },
];
