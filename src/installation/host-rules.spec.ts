import { hostEntryProblem, hostRules } from './host-rules.js';

describe('hostRules', () => {
  const rules = hostRules([
    'Vizard.Example.org',
    '10.1.0.0/16',
    '192.0.2.7',
    'fd00::/8',
    '.svc.cluster.local',
  ]);

  it.each([
    'vizard.example.org',
    'VIZARD.example.ORG:8443',
    'vizard.example.org.',
    '10.1.200.3:8080',
    '192.0.2.7',
    '[fd00::12]:80',
    'a.svc.cluster.local',
    'svc.cluster.local',
    'localhost:8080',
    '127.0.0.1',
    '127.8.8.8:1',
    '[::1]:8080',
  ])('allows %s', (host) => {
    expect(rules.allows(host)).toBe(true);
  });

  it.each([
    'evil.example',
    'vizard.example.org.evil.example',
    'xvizard.example.org',
    '10.2.0.1',
    '192.0.2.8',
    '[2001:db8::1]',
    'localhost.evil.example',
    '',
    undefined,
    'vizard.example.org@evil.example',
  ])('refuses %s', (host) => {
    expect(rules.allows(host)).toBe(false);
  });

  it('allows everything before anything is decided, and by *', () => {
    expect(hostRules([]).allows('any.example')).toBe(true);
    expect(hostRules(['*']).allows('any.example')).toBe(true);
  });
});

describe('hostEntryProblem', () => {
  it.each(['localhost', 'a_b.internal', '10.0.0.0/8', '::1', '[::1]', '2001:db8::/32', '*', '.example.org'])(
    'accepts %s',
    (entry) => {
      expect(hostEntryProblem(entry)).toBeNull();
    },
  );

  it.each(['', 'http://x.org', 'x.org:80', '10.0.0.0/33', 'a b', '-x.org', 'x/8', '1.2.3.4/8/9'])(
    'refuses %j',
    (entry) => {
      expect(hostEntryProblem(entry)).toMatch(/must be a host name/);
    },
  );
});
