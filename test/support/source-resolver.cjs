'use strict';

/** Relative imports name the compiled `.js`, while tests run the sources. Packages have the files that they name. */
const extensionAlias = { '.js': ['.js', '.ts'] };

module.exports = (path, options) => options.defaultResolver(path, { ...options, extensionAlias });
