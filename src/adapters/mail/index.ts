export { MailError } from './mail-error.js';
export { sendMail, type MailSecurity, type MailServer } from './smtp.js';
