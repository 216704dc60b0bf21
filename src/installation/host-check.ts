import { Injectable } from '@nestjs/common';
import { after, type NowOrLater } from '../common/async/now-or-later.js';
import { hostRules, type HostRules } from './host-rules.js';
import { InstallationService } from './installation.service.js';

/** Knows the hosts that the first administrator named, in the form in which they are looked up. */
@Injectable()
export class HostCheck {
  private known: { readonly entries: readonly string[]; readonly rules: HostRules } | null = null;
  /** The host that was allowed last: most requests come under the same one. */
  private last: string | undefined;

  constructor(private readonly installation: InstallationService) {}

  /** `host`: the value of a Host header. */
  allows(host: string | undefined): NowOrLater<boolean> {
    return after(this.installation.allowedHosts(), (entries) => this.isAllowed(host, entries));
  }

  private isAllowed(host: string | undefined, entries: readonly string[]): boolean {
    if (this.known?.entries !== entries) {
      this.known = { entries, rules: hostRules(entries) };
      this.last = undefined;
    }
    if (host !== undefined && host === this.last) {
      return true;
    }
    const isAllowed = this.known.rules.allows(host);
    this.last = isAllowed ? host : this.last;
    return isAllowed;
  }
}
