/** The page for reading, and its start script; both name only what this server serves. */
export const REDOC_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vizard in-flight masking</title>
<link rel="icon" type="image/png" href="../docs/favicon-32x32.png">
<style>body { margin: 0; }</style>
</head>
<body>
<noscript>This page needs JavaScript; the plain document is at <a href="../openapi.json">openapi.json</a>.</noscript>
<div id="redoc"></div>
<script src="redoc.standalone.js"></script>
<script src="start.js"></script>
</body>
</html>
`;

/** Its search would start a worker from a blob, which our pages may not. */
export const REDOC_SCRIPT = `Redoc.init(
  '../openapi.json',
  { disableSearch: true, hideDownloadButton: false, nativeScrollbars: true },
  document.getElementById('redoc'),
);
`;
