import remarkValidateLinks from 'remark-validate-links';

/** `npm run links`: every link of the documents leads to a file, and to a heading, that is there. */
export default {
  settings: {},
  plugins: [[remarkValidateLinks, { repository: false }]],
};
