/**
 * Rows of street_address, suburb, city, state, postcode. City, state and postcode belong together; streets and house
 * numbers are invented.
 */
export function addresses(draw, country, placeLines, material) {
  const places = placeLines.map(readPlace);
  const rows = new Set();
  while (rows.size < material.count) {
    const place = draw.pick(places);
    const suburb = draw.pick(place.suburbs.length > 0 ? place.suburbs : material.neighbourhoods);
    const postcode = POSTCODES[country](draw, draw.pick(place.postcodes));
    const street = STREETS[country](draw, material);
    rows.add(JSON.stringify([street, suburb, place.city, place.state, postcode]));
  }
  const sorted = [...rows].map((row) => JSON.parse(row)).sort((a, b) => order(a, b));
  return [['street_address', 'suburb', 'city', 'state', 'postcode'], ...sorted];
}

/** By state, city, postcode, then the rest: a stable order that a reviewer can read. */
function order(a, b) {
  for (const column of [3, 2, 4, 1, 0]) {
    if (a[column] !== b[column]) {
      return a[column] < b[column] ? -1 : 1;
    }
  }
  return 0;
}

function readPlace(line) {
  const [state, city, suburbs, postcodes] = line.split('|');
  return {
    state,
    city,
    suburbs: suburbs.split(',').filter(Boolean),
    postcodes: postcodes.split(',').flatMap(expand),
  };
}

/** `78701-78703` → its three postcodes. */
function expand(range) {
  const [low, high = low] = range.split('-');
  if (!/^\d+$/.test(low)) {
    return [low];
  }
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, step) =>
    String(Number(low) + step).padStart(low.length, '0'),
  );
}

const asWritten = (_draw, postcode) => postcode;
/** Letters that occur in the second half of a British postcode. */
const UK_LETTERS = [...'ABDEFGHJLNPQRSTUWXYZ'];

const POSTCODES = {
  us: asWritten,
  au: asWritten,
  nz: asWritten,
  in: asWritten,
  uk: (draw, outward) => `${outward} ${draw.below(10)}${draw.pick(UK_LETTERS)}${draw.pick(UK_LETTERS)}`,
  br: (draw, start) => `${start}-${String(draw.below(900)).padStart(3, '0')}`,
};

const named =
  (suffixes) =>
  (draw, { first, last }) =>
    `${draw.pick(draw.pick([first, last, last]))} ${draw.pick(suffixes)}`;
const usStreet = named([
  'Street',
  'Avenue',
  'Road',
  'Drive',
  'Lane',
  'Court',
  'Boulevard',
  'Way',
  'Place',
  'Circle',
]);
const ukStreet = named([
  'Road',
  'Street',
  'Close',
  'Lane',
  'Avenue',
  'Gardens',
  'Crescent',
  'Terrace',
  'Grove',
  'Mews',
  'Way',
]);
const auStreet = named([
  'Street',
  'Street',
  'Road',
  'Avenue',
  'Parade',
  'Crescent',
  'Court',
  'Close',
  'Place',
  'Drive',
]);
const inStreet = named(['Marg', 'Road', 'Street', 'Nagar', 'Lane', 'Cross Road']);

const STREETS = {
  us: (draw, material) =>
    `${draw.between(1, 9899)} ${usStreet(draw, material)}${draw.pick(['', '', '', ` Apt ${draw.between(1, 48)}`])}`,
  uk: (draw, material) =>
    `${draw.pick(['', '', '', `Flat ${draw.between(1, 24)}, `])}${draw.between(1, 240)} ${ukStreet(draw, material)}`,
  au: (draw, material) =>
    `${draw.pick(['', '', '', `${draw.between(1, 30)}/`])}${draw.between(1, 480)} ${auStreet(draw, material)}`,
  nz: (draw, material) =>
    `${draw.between(1, 320)}${draw.pick(['', '', '', 'A', 'B'])} ${auStreet(draw, material)}`,
  in: (draw, material) =>
    `${draw.pick(['Flat', 'House', 'Plot'])} ${draw.between(1, 420)}, ${inStreet(draw, material)}`,
  br: (draw, { first, last }) =>
    `${draw.pick(['Rua', 'Rua', 'Avenida', 'Travessa', 'Alameda'])} ${draw.pick(first)} ${draw.pick(last)}, ${draw.between(1, 3200)}`,
};
